import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Challenge } from '#contract/auth.ts'

export type ChallengeTask = Pick<Challenge, 'prefix' | 'target' | 'max'>

/** Returns the number that solves the task if it lies between `from` (inclusive) and `to` (exclusive). */
export function findChallengeNumber({ prefix, target }: ChallengeTask, from: number, to: number): number | undefined {
  const wanted = hexToBytes(target)
  for (let number = from; number < to; number += 1) {
    const found = sha256(utf8ToBytes(`${prefix}${number}`))
    if (found[0] === wanted[0] && found.every((byte, at) => byte === wanted[at])) return number
  }
  return undefined
}
