import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findEntryRedirect } from '#src/app/entry-redirect.ts'
import { redirects } from '#src/app/redirects.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { serveEmptyWalletOverview } from '#tests/web/support/wallet.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150'

afterEach(() => vi.restoreAllMocks())

describe('§2 Redirects', () => {
  it.each([
    ['/', '/home'],
    ['/console', '/console/data-overview'],
    ['/console/cost', '/console/cost/income-detail'],
    ['/console/account', '/console/account/security'],
    ['/console/image', '/console/image/private-image'],
    ['/console/notice', '/console/notice/message'],
    ['/console/large-model-api', '/console/large-model-api/access-api'],
    ['*', '/home'],
  ])('%s goes to %s', (from, to) => {
    expect(redirects.find((redirect) => redirect.from === from)?.to).toBe(to)
  })

  it.each(['/', '/nowhere', '/console-like'])('%s ends on /home', async (path) => {
    renderWholeApp(path, { user: null })
    await waitFor(() => expect(getAddress()).toBe('/home'))
  })

  it('/console ends on the overview', async () => {
    serveEmptyWalletOverview()
    renderWholeApp('/console')
    await findPageTitle('总览')
    expect(getAddress()).toBe('/console/data-overview')
  })

  it('an unknown page of the console ends on /home', async () => {
    renderWholeApp('/console/no-such-page')
    await waitFor(() => expect(getAddress()).toBe('/home'))
  })
})

describe('§6 Home and the mobile screens', () => {
  const go = (address: string, mobile: boolean) => {
    const [pathname = '', search = ''] = address.split(/(?=\?)/)
    return findEntryRedirect({ pathname, search }, mobile)
  }

  it.each([
    ['/home?type=login&url=%2Fconsole', '/phone-login?url=%2Fconsole'],
    ['/home?type=register&invite_code=ABC123', '/phone-register?invite_code=ABC123'],
    ['/phone-login?type=register', '/phone-register'],
    ['/phone-register?type=login', '/phone-login'],
  ])('a phone goes from %s to %s', (from, to) => expect(go(from, true)).toBe(to))

  it.each([
    ['/phone-login?url=%2Fmarket', '/home?url=%2Fmarket&type=login'],
    ['/phone-register?invite_code=ABC123', '/home?invite_code=ABC123&type=register'],
  ])('a desktop goes from %s to %s', (from, to) => expect(go(from, false)).toBe(to))

  it.each([
    ['/home', true],
    ['/home?type=other', true],
    ['/home?type=login', false],
    ['/market?type=login', true],
    ['/phone-login', true],
  ])('%s stays (mobile: %s)', (from, mobile) => expect(go(from, mobile)).toBeUndefined())

  it.each([
    [phone, '/phone-login?url=%2Fconsole%2Fsecret-key%3Fpage%3D2'],
    [desktop, '/home?type=login&url=%2Fconsole%2Fsecret-key%3Fpage%3D2'],
  ])('a visitor signs in where the device asks for it: %s', (agent, expected) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
    expect(getLoginPath('/console/secret-key?page=2')).toBe(expected)
  })
})
