/** An answer that the page's starter (scripts/web/console-starts.ts) has asked for while the code was loading. */
interface EarlyAnswer {
  /** Token it was asked with. */
  access: string
  at: number
  /** Null if it failed: then the call is made as usual. */
  answer: Promise<{ status: number; body: unknown } | null>
}

declare global {
  var earlyAnswers: Map<string, EarlyAnswer> | undefined
}

/** An older one says too little; on a slow phone the code takes some seconds. */
const freshForMs = 15_000
let taken = false

/** Takes the answer of a read, once and only for the token it was asked with; null if there is none. */
export async function takeEarlyAnswer(
  url: string,
  access: string | undefined,
): Promise<{ status: number; body: unknown } | null> {
  const early = globalThis.earlyAnswers?.get(url)
  if (!early) return null
  globalThis.earlyAnswers?.delete(url)
  if (early.access !== access || performance.now() - early.at > freshForMs) return null
  const answer = await early.answer
  if (answer) taken = true
  return answer
}

/** Returns whether the page shows answers from before its stream was open. */
export const hasTakenEarlyAnswers = (): boolean => taken
