import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { ChallengeProvider } from '#server/ports/challenge.ts'
import type { Clock } from '#server/ports/clock.ts'

const validMs = 300_000
/** Worst-case attempts. A phone from 2019 tries about 100 numbers per ms, so a task takes 0.5 to 4 s. */
const minAttempts = 40_000
const maxAttempts = 320_000

interface Signer {
  /** Returns 43 characters of base64url. */
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
}

const answerPattern = /^(([\w-]{22})\.(\d{13})\.([\da-f]{64}))\.([\w-]{43})\.(\d{1,6})$/

/**
 * Issues tasks that the client solves by trying numbers below `max`, which bounds the work. No task is stored: the signature
 * proves its origin, purpose and expiry.
 */
export function createProofOfWork(clock: Clock, { sign, isSigned }: Signer): ChallengeProvider {
  const hashOf = (id: string, number: number | string) => createHash('sha256').update(`${id}.${number}`).digest('hex')
  return {
    issue: async (bound, weight) => {
      const id = randomBytes(16).toString('base64url')
      const max = Math.round(minAttempts * (maxAttempts / minAttempts) ** weight)
      const expiresAt = new Date(clock.now().getTime() + validMs)
      const target = hashOf(id, randomInt(max))
      const claim = `${id}.${expiresAt.getTime()}.${target}`
      const token = `${claim}.${sign(`${claim}.${bound}`)}`
      return { kind: 'proof_of_work', prefix: `${id}.`, target, max, token, expires_at: expiresAt.toISOString() }
    },
    check: async (bound, answer) => {
      const [, claim = '', id = '', expiresAt, target, signature = '', number = ''] = answerPattern.exec(answer) ?? []
      if (!isSigned(`${claim}.${bound}`, signature)) return undefined
      return Number(expiresAt) > clock.now().getTime() && hashOf(id, number) === target ? id : undefined
    },
  }
}
