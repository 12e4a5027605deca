import { pages, resources } from 'virtual:resources/console'
import { pages as operatorPages, resources as operatorResources } from 'virtual:resources/operator'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import keys from '#src/features/keys/keys.resource.tsx'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { buildResourceEntry } from '#tests/web/support/entries.ts'
import { buildSecretKey, serveSecretKeys } from '#tests/web/support/keys.ts'
import { serveGadgets } from './gadget-world.ts'
import gadgets from './gadgets.resource.tsx'

const plain = ({ load: _, pages, ...entry }: ResourceEntry) => ({
  ...entry,
  pages: Object.fromEntries(Object.entries(pages).map(([page, own]) => [page, own === true ? 'generic' : 'own'])),
})

describe('Design §1: what the build knows of a resource is what its declaration says', () => {
  it.each([...resources, ...operatorResources].map((entry) => [entry.name, entry] as const))('%s', async (_, entry) => {
    expect(plain(entry)).toEqual(plain(buildResourceEntry(await entry.load())))
  })

  it('for every resource and page there is, each under a name of its own', () => {
    const files = Object.keys(import.meta.glob('/src/{features,operator}/**/*.{resource,page}.tsx'))
    const all = [...resources, ...operatorResources, ...pages, ...operatorPages]
    const views = resources.filter(({ name }) => /^(images|datasets)-/.test(name))
    expect(all.length - views.length).toBe(files.length)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  })
})

/** The first fetches of the keys' code fail. */
function openCold(path: string, { failures = 0 } = {}) {
  let left = failures
  const load = vi.fn(async () => {
    if (left-- > 0) throw new Error('no such chunk')
    return keys
  })
  serveSecretKeys(3)
  serveGadgets(3)
  renderWholeApp(path, { entries: [{ ...buildResourceEntry(keys), load }, buildResourceEntry(gadgets)] })
  return load
}

describe('Design §1: a resource that was not loaded yet', () => {
  it.each([
    ['its list', '/console/secret-key', 'SSH 密钥'],
    ['one row', '/console/secret-key/key-2', buildSecretKey(2).name],
    ['a form for a new one', '/console/secret-key/create', '新建 SSH 密钥'],
    ['a form for one row', '/console/secret-key/key-2/edit', '改名 SSH 密钥'],
  ])('opens at %s', async (_, path, title) => {
    const load = openCold(path)
    await findPageTitle(title)
    expect(getAddress()).toBe(path)
    expect(load).toHaveBeenCalled()
  })

  it('is in the menu, and costs nothing until it is opened', async () => {
    const load = openCold('/console/gadget')
    await findPageTitle('玩意')
    const link = await screen.findByRole('link', { name: 'SSH 密钥' })
    expect(load).not.toHaveBeenCalled()
    await userEvent.click(link)
    await findPageTitle('SSH 密钥')
  })

  it('says so where it does not come, and comes when it is asked for again (docs/decisions/063)', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined) // React's word on what the boundary shows
    openCold('/console/secret-key', { failures: 1 })
    await userEvent.click(await screen.findByRole('button', { name: '重试' }))
    await findPageTitle('SSH 密钥')
    await screen.findByRole('link', { name: buildSecretKey(2).name })
  })
})
