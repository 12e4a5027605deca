import { runInThisContext } from 'node:vm'
import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import '#src/admin/list/ResourceListPage.tsx'
import '#src/features/instances/create/CreateInstance.tsx'
import '#src/features/overview/DataOverview.tsx'
import { instances } from '#contract/instances.ts'
import { products } from '#contract/products.ts'
import { wallet } from '#contract/wallet.ts'
import { toApiUrl } from '#src/api/api-host.ts'
import { serveCatalogue } from '#tests/web/features/instances/create/shop.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { storeToken } from '#tests/web/support/people.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { consoleStarter, consoleStarts, formatStart } from '../../../scripts/web/console-starts.ts'

/** Runs the script of the page as the browser does, before the page's code. */
function runStarter(page: (typeof consoleStarts)[number]): Map<string, unknown> {
  const script = document.createElement('script')
  script.dataset.start = formatStart(toApiUrl('/').slice(0, -1), page)
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  runInThisContext(consoleStarter)
  return globalThis.earlyAnswers ?? new Map()
}

/** What each page's own reads are answered with. */
const serve: Record<string, () => void> = {
  overview: () =>
    mockCall(wallet.overview, () => ({
      wallet: buildWallet(),
      counts: { total: 0, running: 0, shut_down: 0, abnormal: 0 },
      todos: [],
      events: [],
    })),
  list: () => {
    mockCall(instances.list, () => ({ items: [], total: 0 }))
    mockCall(products.regions, () => [])
  },
  create: () => serveCatalogue(),
}

afterEach(() => {
  vi.restoreAllMocks()
  globalThis.earlyAnswers = undefined
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

describe('decision 094 What a console page asks for before its code is there', () => {
  it.each(consoleStarts)('is all taken by the page: $name', async (page) => {
    let early = new Map<string, unknown>()
    await openApp(page.paths[0] ?? '', {
      answer: () => {
        serve[page.name]?.()
        early = runStarter(page)
        expect(early.size).toBe(3 + page.reads.length + page.bareReads.length)
      },
    })
    await waitFor(() => expect([...early.keys()]).toEqual([]))
    await waitFor(() => expect(globalThis.earlyAnswers).toBeUndefined())
  })

  const list = consoleStarts.find(({ name }) => name === 'list') as (typeof consoleStarts)[number]

  it('is nothing for a visitor, nor with a token that cannot be read', () => {
    expect(runStarter(list).size).toBe(0)
    localStorage.setItem('token', 'not json')
    expect(runStarter(list).size).toBe(0)
  })

  it('is no list whose address has a query', () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'))
    storeToken()
    window.history.replaceState(null, '', '/console/container-instance?page=2')
    expect([...runStarter(list).keys()].filter((address) => address.includes(instances.list.path))).toEqual([])
  })
})
