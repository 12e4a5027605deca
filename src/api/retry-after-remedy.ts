import { type ApiError, isApiError } from './api-error.ts'

/** What can be done about a refusal. */
export interface Remedy {
  helps: (refusal: ApiError) => boolean
  /** Answers true when what stood in the way is gone. */
  ask: () => Promise<boolean>
}

let remedy: Remedy | undefined
let asked: Promise<boolean> | undefined
/** Calls sent so far. */
let sent = 0
/** The newest answer, and the last call it holds for. */
let answered = { to: 0, gone: false }

/** Gives every call of the page its remedy; answers how to take it away. */
export function remedyWith(given: Remedy): () => void {
  remedy = given
  return () => {
    if (remedy === given) remedy = undefined
  }
}

/** One question stands for all calls that were sent before it was answered: none of them asks again. */
async function isGone(nth: number): Promise<boolean> {
  if (nth <= answered.to) return answered.gone
  asked ??= remedy!.ask().then((gone) => {
    answered = { to: sent, gone }
    asked = undefined
    return gone
  })
  return asked
}

/** Runs `work`, and once more where its refusal has been remedied. Rejects with the first refusal where it has not. */
export async function withSecondTry<T>(work: () => Promise<T>): Promise<T> {
  sent += 1
  const nth = sent
  try {
    return await work()
  } catch (refusal) {
    if (!isApiError(refusal) || !remedy?.helps(refusal) || !(await isGone(nth))) throw refusal
    return work()
  }
}
