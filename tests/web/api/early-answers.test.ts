import { isCancel } from 'axios'
import { afterEach, describe, expect, it } from 'vitest'
import { secretKeys } from '#contract/secret-keys.ts'
import { callEndpoint } from '#src/api/call.ts'
import { endEarlyAnswers } from '#src/api/early-answers.ts'
import { http } from '#src/api/http.ts'
import { session } from '#src/session/session.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const query = { page: 1, page_size: 20 }
const call = `GET ${http.getUri({ url: `${secretKeys.list.path}?page=1&page_size=20` })}`
const token = { access: 'a1', refresh: 'r1', userId: 'user-1' } as Parameters<typeof session.signIn>[0]
const early = (answer: { status: number; body: unknown } | null, { access = token.access, at = performance.now() } = {}) => {
  globalThis.earlyAnswers = new Map([[call, { access, at, answer: Promise.resolve(answer) }]])
}
const answered = { status: 200, body: { code: '0', success: true, message: '', data: [], total: 7 } }
/** The total of the early answer is 7, that of the server 3. */
const readTotal = async () => (await callEndpoint(secretKeys.list, { query })).total

afterEach(() => {
  globalThis.earlyAnswers = undefined
})

describe('Answers asked for while the code loads', () => {
  it('takes one once, and asks the server the next time', async () => {
    session.signIn(token)
    mockCall(secretKeys.list, () => ({ items: [], total: 3 }))
    early(answered)
    expect(await readTotal()).toBe(7)
    expect(await readTotal()).toBe(3)
  })

  it.each([
    ['was asked with another token', () => early(answered, { access: 'other' })],
    ['is too old', () => early(answered, { at: performance.now() - 20_000 })],
    ['failed or was refused', () => early(null)],
  ])('asks the server if the answer %s', async (_, prepare) => {
    session.signIn(token)
    mockCall(secretKeys.list, () => ({ items: [], total: 3 }))
    prepare()
    expect(await readTotal()).toBe(3)
  })

  it('does not wait for one once the call is cancelled', async () => {
    session.signIn(token)
    const hangs = new Promise<null>(() => undefined)
    globalThis.earlyAnswers = new Map([[call, { access: token.access, at: performance.now(), answer: hangs }]])
    const left = new AbortController()
    const asked = callEndpoint(secretKeys.list, { query }, { signal: left.signal })
    left.abort()
    await expect(asked).rejects.toSatisfy(isCancel)
  })

  it('are over once all are taken, or too old to be', async () => {
    expect(await endEarlyAnswers()).toBe(false)
    early(answered, { at: performance.now() - 20_000 })
    expect(await endEarlyAnswers()).toBe(true)
    expect(globalThis.earlyAnswers).toBeUndefined()
  })
})
