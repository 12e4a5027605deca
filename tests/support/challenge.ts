import { createHash } from 'node:crypto'
import type { Challenge } from '#contract/auth.ts'
import { challengeHeader } from '#contract/endpoint.ts'

/** What a browser sends on its second attempt: the solution of a challenge, found by brute force. */
export function solveTestChallenge({ prefix, target, max, token }: Challenge): Record<string, string> {
  for (let number = 0; number < max; number += 1) {
    if (createHash('sha256').update(`${prefix}${number}`).digest('hex') === target)
      return { [challengeHeader]: `${token}.${number}` }
  }
  throw new Error('a challenge without an answer')
}
