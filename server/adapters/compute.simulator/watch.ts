import type { Clock } from '#server/ports/clock.ts'
import type { Observed, Wake } from '#server/ports/compute.ts'
import { dueIn } from './state.ts'
import type { World } from './world.ts'

const look_again_ms = 5000

/** Calls `wake` for each instance whose phase is not what it was when last looked at. */
export async function watchPhases(
  world: World,
  clock: Clock,
  list: () => Promise<Observed[]>,
  wake: Wake,
  signal: AbortSignal,
): Promise<void> {
  let before: Map<string, string> | undefined
  while (!signal.aborted) {
    const { version } = world.bell
    const after = new Map((await list()).map(({ ref, phase }) => [ref.id, `${ref.generation} ${phase}`]))
    const ids = new Set([...(before ?? after).keys(), ...after.keys()])
    for (const id of ids) if (before && before.get(id) !== after.get(id)) wake(id, 'state')
    before = after
    await world.bell.wait(clock, await nextChange(world, clock), version, signal)
  }
}

async function nextChange(world: World, clock: Clock): Promise<number> {
  const now = clock.now().getTime()
  const waits = [...(await world.store.all()).values()].map(({ state }) => dueIn(state, now) ?? look_again_ms)
  return Math.max(1, Math.min(look_again_ms, ...waits))
}
