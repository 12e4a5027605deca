import { successCode } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { readApiHost } from '#src/api/api-host.ts'

const parseRetries = (said: string): number => {
  if (/^(-1|\d{1,9})$/.test(said)) return Number(said)
  throw new Error(`VITE_STREAM_RETRIES must be -1, for ever, or a number of retries, not "${said}"`)
}

/** What a build of the web may set (README); the build ends with an error where it cannot be read. */
export const readWebConfig = (env: Readonly<Record<string, string | undefined>>) => ({
  /** How often the stream is opened again without an answer; -1 never gives up (requirements §4). */
  stream_retries: env.VITE_STREAM_RETRIES ? parseRetries(env.VITE_STREAM_RETRIES) : limits.streamRetries,
  /** Where the API is; empty for wherever the page came from (requirements §7). */
  api_host: readApiHost(env.VITE_API_HOST),
  /** The result code that means success (requirements §8). */
  successCode: env.VITE_SUCCESS_CODE || successCode,
})

export const config = readWebConfig(import.meta.env ?? {}) // there is none where the build itself reads this file
