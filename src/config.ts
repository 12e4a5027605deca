import { success_code } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { readApiHost } from '#src/api/api-host.ts'

const retriesOf = (said: string): number => {
  if (/^(-1|\d{1,9})$/.test(said)) return Number(said)
  throw new Error(`VITE_STREAM_RETRIES must be -1, for ever, or a number of retries, not "${said}"`)
}

/** What a build of the web may set (README); the build ends with an error where it cannot be read. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>) => ({
  /** How often the stream is opened again without an answer; -1 never gives up (spec §4). */
  stream_retries: env.VITE_STREAM_RETRIES ? retriesOf(env.VITE_STREAM_RETRIES) : limits.stream_retries,
  /** Where the API is; empty for wherever the page came from (spec §7). */
  api_host: readApiHost(env.VITE_API_HOST),
  /** The result code that means success (spec §8). */
  success_code: env.VITE_SUCCESS_CODE || success_code,
})

export const config = readConfig(import.meta.env ?? {}) // there is none where the build itself reads this file
