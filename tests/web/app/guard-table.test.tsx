import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isConsolePath } from '#src/app/console-paths.ts'
import { findRouteGuard, routeGuards } from '#src/app/route-guards.ts'
import { getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { serveEmptyWalletOverview } from '#tests/web/support/wallet.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
afterEach(() => vi.restoreAllMocks())

/** A page under the row's path. */
const pageOf = (path: string) => path.replace('/*', '/some-page')
const closed = routeGuards.filter(({ who }) => who !== 'visitor').map(({ path }) => pageOf(path))

describe('§6 A visitor may see only whitelisted pages', () => {
  it.each([
    ['home', '/home'],
    ['phone-register', '/phone-register'],
    ['phone-login', '/phone-login'],
    ['market', '/market'],
    ['lg-model-aio', '/lg-model-aio'],
    ['about-us', '/about-us'],
    ['community', '/community'],
    ['community image', '/community/image'],
    ['image detail', '/community/image/detail'],
    ['creative-income', '/community/creative-income'],
    ['data-set', '/community/data-set'],
    ['data-set detail', '/community/data-set/detail'],
    ['community model', '/community/model'],
    ['model detail', '/community/model/detail'],
  ])('%s', (_, path) => expect(findRouteGuard(path)).toBe('visitor'))

  it.each(['/help/', '/help/serviceagreement', '/help/privacypolicy', '/wechat/confirm', '/sandbox', '/sandbox/wechat'])(
    '%s, which is no page of the product but a document or a tool',
    (path) => expect(findRouteGuard(path)).toBe('visitor'),
  )

  it.each([
    '/community/image/release',
    '/community/data-set/release',
    '/create-instance',
    '/already-instance',
    '/recharge',
    '/console',
    '/console/data-overview',
    '/console/container-instance/detail/gpu-1',
    '/console/notice/message',
    '/operator/panel',
  ])('and not %s', (path) => expect(findRouteGuard(path)).toBe('user'))

  it('which holds for every address of the console’s bundle', () => {
    for (const path of [...closed, '/console', '/operator'])
      if (isConsolePath(path)) expect(findRouteGuard(path)).not.toBe('visitor')
    for (const { path, who } of routeGuards) if (who === 'visitor') expect(isConsolePath(pageOf(path)), path).toBe(false)
  })
})

describe('§6 Other routes redirect to the login', () => {
  it.each(closed)('%s: to /home?type=login&url={fullpath} on desktop', async (page) => {
    renderWholeApp(`${page}?page=2#top`, { user: null })
    const url = encodeURIComponent(`${page}?page=2#top`)
    await waitFor(() => expect(getAddress()).toBe(`/home?type=login&url=${url}`))
  })

  it.each(closed)('%s: to /phone-login on mobile', async (page) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iphone)
    renderWholeApp(page, { user: null })
    await waitFor(() => expect(getAddress()).toBe(`/phone-login?url=${encodeURIComponent(page)}`))
  })
})

describe('§6 is_tencent users only', () => {
  it.each(['/console/large-model-api', '/console/large-model-api/access-api', '/console/large-model-api/no-such-page'])(
    '%s leads others to /console/data-overview',
    async (page) => {
      serveEmptyWalletOverview()
      renderWholeApp(page, { resources: [] })
      await waitFor(() => expect(getAddress()).toBe('/console/data-overview'))
    },
  )

  it('an unknown page of it leads them home, as any other', async () => {
    renderWholeApp('/console/large-model-api/no-such-page', { user: buildUser({ is_tencent: true }), resources: [] })
    await waitFor(() => expect(getAddress()).toBe('/home'))
  })
})

describe('§2 Unknown paths redirect to /home', () => {
  it.each(['/nowhere', '/wechat', '/market/x', '/Console2'])('%s, for a visitor', async (page) => {
    renderWholeApp(page, { user: null })
    await waitFor(() => expect(getAddress()).toBe('/home'))
  })

  it('a page of the community that is for users, and is not there, for a user', async () => {
    renderWholeApp('/community/no-such-page')
    await waitFor(() => expect(getAddress()).toBe('/home'))
  })
})
