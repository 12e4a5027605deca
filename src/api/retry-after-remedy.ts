import { type ApiError, isApiError } from './api-error.ts'

/** What can be done about a refusal. */
export interface RefusalRemedy {
  helps: (refusal: ApiError) => boolean
  /** Answers true when what stood in the way is gone. */
  ask: () => Promise<boolean>
}

let remedy: RefusalRemedy | undefined
let pendingRemedy: Promise<boolean> | undefined
/** Calls sent so far. */
let sent = 0
/** The newest answer, and the last call it holds for. */
let latestOutcome = { to: 0, gone: false }

/** Gives every call of the page its remedy; answers how to take it away. */
export function setRemedy(given: RefusalRemedy): () => void {
  remedy = given
  return () => {
    if (remedy === given) remedy = undefined
  }
}

/** One question stands for all calls that were sent before it was answered: none of them asks again. */
async function isRemedied(nth: number): Promise<boolean> {
  if (nth <= latestOutcome.to) return latestOutcome.gone
  pendingRemedy ??= remedy!.ask().then((gone) => {
    latestOutcome = { to: sent, gone }
    pendingRemedy = undefined
    return gone
  })
  return pendingRemedy
}

/** Runs `work`, and once more where its refusal has been remedied. Rejects with the first refusal where it has not. */
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
