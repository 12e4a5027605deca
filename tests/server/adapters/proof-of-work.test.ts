import { describe, expect, it } from 'vitest'
import { challengeHeader } from '#contract/endpoint.ts'
import { createProofOfWork } from '#server/adapters/challenge.proof-of-work.ts'
import { createSigner } from '#server/lib/signing.ts'
import { solveTestChallenge } from '#tests/support/challenge.ts'
import { HeldClock } from '#tests/support/held-clock.ts'

describe('A proof of work', () => {
  const clock = new HeldClock()
  const [key, other] = [Buffer.alloc(32, 'k'), Buffer.alloc(32, 'l')]
  const { issue, check } = createProofOfWork(clock, createSigner([key]))

  it('is found below the number it names, and counts for what it was asked for by this installation alone', async () => {
    const task = await issue('login:13800000001', 0)
    const answer = solveTestChallenge(task)[challengeHeader]!
    expect(await check('login:13800000001', answer)).toMatch(/^[\w-]{22}$/)
    expect(await check('login:13800000002', answer)).toBeUndefined()
    expect(await createProofOfWork(clock, createSigner([other])).check('login:13800000001', answer)).toBeUndefined()
    expect(
      await createProofOfWork(clock, createSigner([other, key])).check('login:13800000001', answer),
      'after the secret changed',
    ).toBeDefined()
    expect(await check('login:13800000001', answer.replace(/\.(\d+)$/, '.0$1'))).toBeUndefined()
  })

  it('is never the same task twice', async () => {
    const tokens = await Promise.all(Array.from({ length: 100 }, () => issue('a', 1).then(({ token }) => token)))
    expect(new Set(tokens).size).toBe(100)
  })
})
