import { type ApiError, isApiError } from './api-error.ts'

/** Remedy for a refusal, for example a step-up proof. */
export interface RefusalRemedy {
  helps: (refusal: ApiError) => boolean
  /** Resolves to true if the obstacle has been removed. */
  ask: () => Promise<boolean>
}

let remedy: RefusalRemedy | undefined
let pendingRemedy: Promise<boolean> | undefined
/** Number of calls sent so far. */
let sent = 0
/** Latest outcome, and the number of the last call it applies to. */
let latestOutcome = { to: 0, gone: false }

/** Sets the remedy for all calls of the page; returns a function that removes it. */
export function setRemedy(given: RefusalRemedy): () => void {
  remedy = given
  return () => {
    if (remedy === given) remedy = undefined
  }
}

/** Asks once for all calls sent before the answer arrives; none of them asks again. */
async function isRemedied(nth: number): Promise<boolean> {
  if (nth <= latestOutcome.to) return latestOutcome.gone
  pendingRemedy ??= remedy!.ask().then((gone) => {
    latestOutcome = { to: sent, gone }
    pendingRemedy = undefined
    return gone
  })
  return pendingRemedy
}

/** Runs `work`, and once more if its refusal is remedied; otherwise rejects with the first refusal. */
export async function retryAfterRemedy<T>(work: () => Promise<T>): Promise<T> {
  sent += 1
  const nth = sent
  try {
    return await work()
  } catch (refusal) {
    if (!isApiError(refusal) || !remedy?.helps(refusal) || !(await isRemedied(nth))) throw refusal
    return work()
  }
}
