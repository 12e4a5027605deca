/** An answer that the page's starter (scripts/web/console-starts.ts) has asked for while the code was loading. */
interface EarlyAnswer {
  /** Token it was asked with. */
  access: string
  at: number
  /** Null if it failed: then the call is made as usual. */
  answer: Promise<{ status: number; body: unknown } | null>
}

declare global {
  /** By method and URL. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined
}

/** An older one says too little; on a slow phone the code takes some seconds. */
const freshForMs = 15_000
const lookMs = 500

const isFresh = ({ at }: EarlyAnswer) => performance.now() - at <= freshForMs
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Asked {
  access: string | undefined
  /** Cancels the call. */
  signal: AbortSignal | undefined
}

/** Takes the answer of a read, once and only for the token it was asked with; null if there is none, or if the call is cancelled. */
export async function takeEarlyAnswer(call: string, { access, signal }: Asked): Promise<Awaited<EarlyAnswer['answer']>> {
  const early = globalThis.earlyAnswers?.get(call)
  if (!early || signal?.aborted) return null
  globalThis.earlyAnswers?.delete(call)
  if (early.access !== access || !isFresh(early)) return null
  const cancelled = new Promise<null>((resolve) => {
    signal?.addEventListener('abort', () => resolve(null), { once: true })
  })
  return Promise.race([early.answer, cancelled])
}

/** Waits until the page shows every early answer, or no longer takes it, and ends them. Resolves to false if none was asked for. */
export async function endEarlyAnswers(): Promise<boolean> {
  const early = globalThis.earlyAnswers
  if (!early) return false
  while ([...early.values()].some(isFresh)) await wait(lookMs)
  await wait(lookMs) // the last one was just taken
  if (globalThis.earlyAnswers !== early) return false // ended by another stream of this page
  globalThis.earlyAnswers = undefined
  return true
}
