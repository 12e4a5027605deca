import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

type Step = { do: 'use'; back: number } | { do: 'wait'; seconds: number } | { do: 'logout' }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('use' as const), back: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 9, 10, 11, 3600) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'logout' as const }) },
)

/** What should happen: a chain of tokens, each changed at some moment, and whether the session lives. */
interface Model {
  chain: { token: string; changed_at?: number }[]
  alive: boolean
}

async function use(model: Model, back: number): Promise<void> {
  const at = Math.max(0, model.chain.length - 1 - back)
  const link = model.chain[at]!
  const now = platform.clock.now().getTime()
  const inGrace = link.changed_at === undefined || now - link.changed_at <= limits.refreshGraceSeconds * 1000
  const expected = model.alive && inGrace
  const reply = await platform.call(auth.refresh, { body: { refresh: link.token } })
  expect(reply.status).toBe(expected ? 200 : 401)
  model.alive = expected
  if (!expected) return
  if (link.changed_at === undefined) {
    link.changed_at = now
    model.chain.push({ token: reply.data.refresh })
  }
  expect(reply.data.refresh).toBe(model.chain[at + 1]!.token)
}

it('product §2: whatever is used, replayed, lost or ended in whatever order, one chain lives and a late replay ends it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { refresh, token, call } = await platform.signUp()
      const model: Model = { chain: [{ token: refresh }], alive: true }
      const signedUp = platform.clock.now().getTime()
      for (const next of steps) {
        if (next.do === 'use') await use(model, next.back)
        else if (next.do === 'wait') await platform.clock.advance(next.seconds * 1000)
        else if (platform.clock.now().getTime() - signedUp < limits.accessTokenSeconds * 1000) {
          await call(auth.logout, {}, { token })
          model.alive = false
        }
      }
    }),
    { numRuns: 25 },
  )
}, 60_000)
