import { createSandboxLlm } from '#server/adapters/llm-upstream.sandbox/llm-upstream.sandbox.ts'
import type { TravelledClock } from '#server/demo/living/travelled-clock.ts'
import type { LlmUpstream } from '#server/ports/llm-upstream.ts'

/** Reading a prompt takes a moment, and more for a long one. */
const [thinkMs, msPerKilobyte] = [210, 9]
const pieceMs = 18
/** One answer in so many breaks off. */
const breaksEvery = 43
const breaksAfter = 6

/** The sandbox at the pace of a real model: answers take time by the clock of the story, and few of them break off. */
export function createPacedLlm(clock: TravelledClock): LlmUpstream {
  const sandbox = createSandboxLlm(clock, { piece_ms: 0 })
  let asked = 0
  const pass = (ms: number) => clock.moveTo(new Date(clock.now().getTime() + Math.round(ms)))

  async function* paced(body: AsyncIterable<Uint8Array>) {
    for await (const piece of body) {
      yield piece
      pass(pieceMs)
    }
  }

  return {
    ...sandbox,
    ask: async (question, signal) => {
      asked += 1
      sandbox.faults.cut_after = asked % breaksEvery === 0 ? breaksAfter : undefined
      const { status, body } = await sandbox.ask(question, signal)
      const kilobytes = Buffer.byteLength(JSON.stringify(question.body)) / 1024
      pass(thinkMs + ((asked * 61) % 170) + kilobytes * msPerKilobyte)
      return { status, body: paced(body) }
    },
  }
}
