import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { stepUp } from '#contract/step-up.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'
import { createNodeLog } from '#server/node-log.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

const text: string[] = []
const log = createNodeLog({ log_level: 'info', role: { name: 'api' } } as never, {
  to: { write: (line) => void text.push(line) },
})

/** How attempts ended since the last look. */
function takeProofs(): { proof: string; outcome: string; user_id?: string; ip?: string }[] {
  const lines = text.splice(0).map((line) => JSON.parse(line))
  return lines
    .filter(({ msg }) => msg === 'identity proof')
    .map(({ proof, outcome, user_id, ip }) => ({ proof, outcome, user_id, ip }))
}

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ log })
})
afterAll(() => platform.close())

describe('ASVS 16.3.1 Each attempt to prove who somebody is', () => {
  it('is a line of the log that says how it ended, and holds nothing of the proof', async () => {
    const { user, call } = await platform.signUp()
    takeProofs()
    const from = { ip: '203.0.113.9' }
    const { phone, password } = user
    await platform.call(auth.login, { body: { phone, password: 'Wrong#2026' } }, from)
    await platform.call(auth.login, { body: { phone: '13700000000', password } }, from)
    await platform.call(auth.login, { body: { phone, password } }, from)
    await platform.call(secondFactor.sign_in, { body: { ticket: 'of-nobody', code: '123456' } }, from)
    await platform.call(auth.reset_password, { body: { phone, captcha: '000000', password: 'Another#2026' } }, from)
    await call(stepUp.prove, { body: { password: 'Wrong#2026' } })
    await call(stepUp.prove, { body: { password } })
    const said = text.join('')
    const { ip } = from
    expect(takeProofs()).toEqual([
      { proof: 'auth.login', outcome: 'bad_credentials', ip },
      { proof: 'auth.login', outcome: 'bad_credentials', ip },
      { proof: 'auth.login', outcome: 'accepted', ip, user_id: user.id },
      { proof: 'second_factor.sign_in', outcome: 'sign_in_ticket_gone', ip },
      { proof: 'auth.reset_password', outcome: expect.stringMatching(/captcha|code/), ip },
      { proof: 'step_up.prove', outcome: 'wrong_password', ip: expect.any(String), user_id: user.id },
      { proof: 'step_up.prove', outcome: 'accepted', ip: expect.any(String), user_id: user.id },
    ])
    for (const secret of [phone, '13700000000', password, 'Wrong#2026', 'of-nobody', '123456', '000000'])
      expect(said).not.toContain(secret)
  })

  it('is none where the form was not even whole', async () => {
    takeProofs()
    await platform.call(auth.login, { body: { phone: 'x' } as never })
    expect(takeProofs()).toEqual([])
  })

  it('covers every call that answers with tokens, and every way to step up', async () => {
    const unmarked = (await loadEndpoints())
      .filter(
        ({ endpoint }) =>
          endpoint.data === auth.login.data || /^\/api\/v1\/step_up(\/directory\/(finish|password))?$/.test(endpoint.path),
      )
      .filter(({ endpoint }) => !endpoint.provesIdentity)
    expect(unmarked.map(({ name }) => name)).toEqual([])
  })
})
