import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { auth } from '#contract/auth.ts'
import { sandbox } from '#contract/platform.ts'
import { users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import { solveTestChallenge } from '#tests/support/challenge.ts'
import { buildIdNumber } from '#tests/support/id-numbers.ts'
import { newerBuiltins } from '#tests/support/newer-builtins.ts'
import { callApi } from './api.ts'

export { expect }

/** Chromium logs every refused request, and those of an offline browser; anything else on the console is a defect. */
const expectedNoise = [
  /Failed to load resource: the server responded with a status of (401|403|404|409|422|429)/,
  /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
  // On the engine's host each new container adds a network interface, and Chromium aborts requests in progress. The console
  // retries its reads (src/providers/query-client.ts), and a page that stays empty fails its own test.
  /Failed to load resource: net::ERR_NETWORK_CHANGED/,
]

/** Takes from the pages of a context what the oldest supported browsers lack (decision 108). */
const cutToBrowserFloor = (context: BrowserContext) =>
  context.addInitScript((names: readonly string[]) => {
    for (const name of names) {
      const steps = name.split('.')
      const last = steps.pop()
      const holder = steps.reduce<unknown>((at, step) => (at ? Reflect.get(at as object, step) : at), window)
      if (holder && last) Reflect.deleteProperty(holder as object, last)
    }
  }, newerBuiltins)

/** Collects unexpected console output and exceptions of any tab from now on. */
export async function recordConsoleErrors(context: BrowserContext): Promise<readonly string[]> {
  const surprises: string[] = []
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      console.error(`${effectiveDirective} forbids ${blockedURI} to ${sourceFile}`),
    ),
  )
  context.on('console', (message) => {
    const text = message.text()
    if (!['error', 'warning'].includes(message.type()) || expectedNoise.some((noise) => noise.test(text))) return
    surprises.push(`${message.type()}: ${text}`)
  })
  context.on('weberror', (thrown) => surprises.push(`exception: ${thrown.error().message}`))
  return surprises
}

/** Tabs in which an unexpected console error, warning or exception fails the test. */
export const test = base.extend<{ context: BrowserContext }>({
  context: async ({ context }, use) => {
    await cutToBrowserFloor(context)
    const surprises = await recordConsoleErrors(context)
    await use(context)
    expect(surprises).toEqual([])
  },
})

interface Sms {
  phone: string
  code: string
}

/** Returns the code of the newest SMS to a phone, from the sandbox. */
export async function getSmsCode(page: Page, phone: string): Promise<string> {
  const answer = await page.request.get('/api/v1/sandbox/inbox')
  const { data } = (await answer.json()) as { data: Sms[] }
  const message = data.find((candidate) => candidate.phone === phone)
  if (!message) throw new Error(`no SMS to ${phone}`)
  return message.code
}

const password = 'Zhisuan-2026'

/** A name that a retry of the same test does not find taken. */
export const toUniqueName = (name: string): string => `${name}${test.info().retry || ''}`

/** Signs in a demo account through the API and stores its tokens where the console reads them. */
export async function signInByApi(page: Page, phone = '13800000001'): Promise<string> {
  const answer = await page.request.post('/api/v1/login', { data: { phone, password } })
  const { data } = (await answer.json()) as { data: { access: string } }
  await page.addInitScript((token) => {
    // only once: an ended session stays ended, and the next user is a different one
    const given = sessionStorage.getItem('e2e-given')?.split(' ') ?? []
    if (localStorage.getItem('token') || given.includes(token.access)) return
    sessionStorage.setItem('e2e-given', [...given, token.access].join(' '))
    localStorage.setItem('token', JSON.stringify(token))
    localStorage.setItem('access_token', token.access)
  }, data)
  return data.access
}

let newcomers = 0

/**
 * Signs in a user unique to this test, verified and with 200 yuan: for a test that removes what a page of the
 * demo account may show to a parallel test, or that counts what parallel tests may add to.
 */
export async function signInNewcomer(page: Page): Promise<string> {
  newcomers += 1
  const person = test.info().workerIndex * 10 + newcomers
  const phone = `1370000${String(person).padStart(4, '0')}`
  const asked = { phone, captcha_type: 'register' as const }
  const headers = solveTestChallenge(await callApi(page.request, undefined, auth.challenge, { body: asked }))
  expect((await page.request.post(auth.send_captcha.path, { data: asked, headers })).status()).toBe(200)
  const captcha = await getSmsCode(page, phone)
  await callApi(page.request, undefined, auth.register, { body: { phone, captcha, password, invite_code: '' } })
  const token = await signInByApi(page, phone)
  await callApi(page.request, token, users.verify_real_name, {
    body: { name: '新来的', id_number: buildIdNumber('19850612', person), consent: true },
  })
  await rechargeAtCashier(page, token, '200.00')
  return token
}

/** Pays in the sandbox cashier. */
export async function rechargeAtCashier(page: Page, token: string, amount: string): Promise<void> {
  const { pay_url: payUrl } = await callApi(page.request, token, wallet.recharge, { body: { amount, channel: 'alipay' } })
  const tradeNo = payUrl?.split('/').at(-1) ?? ''
  await callApi(page.request, undefined, sandbox.pay, { params: { trade_no: tradeNo } })
}

/** Clears the signed-in user, so that the next one can sign in. */
export async function clearSignIn(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
}
