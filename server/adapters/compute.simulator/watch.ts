import type { Clock } from '#server/ports/clock.ts'
import type { ObservedInstance, OnInstanceChange } from '#server/ports/compute.ts'
import { computeNextPhaseMs } from './state.ts'
import type { SimulatedWorld } from './world.ts'

const pollMs = 5000

/** Calls `wake` for each instance whose phase has changed since the last look. */
export async function watchPhases(
  world: SimulatedWorld,
  clock: Clock,
  list: () => Promise<ObservedInstance[]>,
  wake: OnInstanceChange,
  signal: AbortSignal,
): Promise<void> {
  let before: Map<string, string> | undefined
  while (!signal.aborted) {
    const { version } = world.bell
    const after = new Map((await list()).map(({ ref, phase }) => [ref.id, `${ref.generation} ${phase}`]))
    const ids = new Set([...(before ?? after).keys(), ...after.keys()])
    for (const id of ids) if (before && before.get(id) !== after.get(id)) wake(id, 'state')
    before = after
    await world.bell.wait(clock, await getNextChangeMs(world, clock), version, signal)
  }
}

async function getNextChangeMs(world: SimulatedWorld, clock: Clock): Promise<number> {
  const now = clock.now().getTime()
  const waits = [...(await world.store.all()).values()].map(({ state }) => computeNextPhaseMs(state, now) ?? pollMs)
  return Math.max(1, Math.min(pollMs, ...waits))
}
