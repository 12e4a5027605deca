import type { z } from 'zod'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { ApiError } from './api-error.ts'
import { type ChallengeTask, findChallengeNumber } from './find-challenge-number.ts'

/** Maximum time per slice on the main thread if no worker is available, so that the page stays responsive. */
const sliceMs = 40
/** Number of tries between two checks of the clock. */
const triesPerSlice = 200

function solve(task: ChallengeTask, signal: AbortSignal | undefined): Promise<number | undefined> {
  let worker: Worker
  try {
    worker = new Worker(new URL('./challenge.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return inSlices(task, signal) // old browser, or workers are blocked
  }
  return new Promise((resolve, reject) => {
    const end = () => worker.terminate()
    worker.onmessage = ({ data }: MessageEvent<number | undefined>) => {
      end()
      resolve(data)
    }
    // the worker script failed to load
    worker.onerror = (event) => {
      event.preventDefault()
      end()
      resolve(inSlices(task, signal))
    }
    signal?.addEventListener('abort', () => {
      end()
      reject(signal.reason)
    })
    worker.postMessage(task)
  })
}

async function inSlices(task: ChallengeTask, signal: AbortSignal | undefined): Promise<number | undefined> {
  let restAt = performance.now() + sliceMs
  for (let from = 0; from < task.max; from += triesPerSlice) {
    const found = findChallengeNumber(task, from, Math.min(from + triesPerSlice, task.max))
    if (found !== undefined) return found
    if (performance.now() < restAt) continue
    await new Promise((resolve) => setTimeout(resolve))
    signal?.throwIfAborted()
    restAt = performance.now() + sliceMs
  }
  return undefined
}

interface Challenged {
  signal?: AbortSignal | undefined
  onChallenge?: (() => void) | undefined
  fetchTask: (asked: z.input<typeof auth.challenge.body>) => Promise<ChallengeTask & { token: string }>
}

/**
 * Fetches the challenge that must be solved before a code is sent, solves it, and returns the answer for the retry. Rejects
 * with `refusal` if it asks for something else. Loaded on demand, because most users never get a challenge.
 */
export async function solveChallenge(
  refusal: ApiError,
  body: unknown,
  { signal, onChallenge, fetchTask }: Challenged,
): Promise<string> {
  if (refusal.code !== resultCodes.challenge_required.code) throw refusal
  onChallenge?.()
  const task = await fetchTask(auth.challenge.body.parse(body))
  const found = await solve(task, signal)
  if (found === undefined) throw new ApiError({ code: refusal.code, status: 0, message: '环境验证没有完成，请重试' })
  return `${task.token}.${found}`
}
