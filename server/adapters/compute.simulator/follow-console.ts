import { Readable } from 'node:stream'
import type { Clock } from '#server/ports/clock.ts'
import { holds, type InstanceRecord } from './state.ts'
import type { World } from './world.ts'

const look_again_ms = 1000

/** Console lines from number `from` on, as they come; ends with the instance's run or when `signal` aborts. */
export function followConsole(
  world: World,
  clock: Clock,
  look: () => Promise<InstanceRecord | undefined>,
  from: number,
  signal: AbortSignal,
): Readable {
  return Readable.from(newLines(world, clock, look, from, signal), { objectMode: false })
}

async function* newLines(
  world: World,
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
    if (!holds(record.state)) return
    await world.bell.wait(clock, look_again_ms, version, signal)
  }
}
