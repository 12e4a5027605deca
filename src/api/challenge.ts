import type { z } from 'zod'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { ApiError } from './api-error.ts'
import { type ChallengeTask, findChallengeNumber } from './find-challenge-number.ts'

/** Where there is no worker, the page is at hand again after so long. */
const sliceMs = 40
/** Tried between two looks at the time. */
const triesPerSlice = 200

function solve(task: ChallengeTask, signal: AbortSignal | undefined): Promise<number | undefined> {
  let worker: Worker
  try {
    worker = new Worker(new URL('./challenge.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return inSlices(task, signal) // an old browser, or one that is not allowed to
  }
  return new Promise((resolve, reject) => {
    const end = () => worker.terminate()
    worker.onmessage = ({ data }: MessageEvent<number | undefined>) => {
      end()
      resolve(data)
    }
    // its code did not arrive
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
 * Fetches what must be solved before a code is sent, and solves it: the answer goes with a second try. Rejects with `refusal` where
 * that asked for something else. Loaded only when needed: most people are never asked.
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
