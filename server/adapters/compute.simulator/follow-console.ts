import { Readable } from 'node:stream'
import type { Clock } from '#server/ports/clock.ts'
import { type InstanceRecord, isHoldingResources } from './state.ts'
import type { SimulatedWorld } from './world.ts'

const pollMs = 1000

/** Streams console lines from number `from` on, until the instance stops or `signal` aborts. */
export function followConsole(
  world: SimulatedWorld,
  clock: Clock,
  look: () => Promise<InstanceRecord | undefined>,
  from: number,
  signal: AbortSignal,
): Readable {
  return Readable.from(readNewLines(world, clock, look, from, signal), { objectMode: false })
}

async function* readNewLines(
  world: SimulatedWorld,
  clock: Clock,
  look: () => Promise<InstanceRecord | undefined>,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let next = from
  while (!signal.aborted) {
    const { version } = world.bell
    const record = await look()
    if (!record) return
    const fresh = await world.consoleSince(record, next)
    next = fresh.next
    if (fresh.lines.length > 0) yield Buffer.from(`${fresh.lines.join('\n')}\n`)
    if (!isHoldingResources(record.state)) return
    await world.bell.wait(clock, pollMs, version, signal)
  }
}
