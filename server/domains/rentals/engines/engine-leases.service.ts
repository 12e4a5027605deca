import type { Deps } from '#server/deps.ts'
import type { HoldEngine } from '#server/domains/rentals/engines/engine-source.service.ts'
import { configuredEngineId } from '#server/domains/rentals/engines/engines.repo.ts'
import { createLeasedDriver, type EngineLease } from '#server/domains/rentals/reconcile/engine-lease.service.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

/** The rights of this process to work on engines, one for each that is open. */
export interface EngineLeases {
  hold: HoldEngine
  /** Throws DriverUnavailable, with the reason, while the right is not held. */
  assertHeld(id: string): Promise<void>
  /** Whether each open engine either is held or does not answer, so that waiting gains nothing. */
  areSettled(): Promise<boolean>
}

/** The name that nodes of earlier versions know. */
const leaseNameOf = (id: string) => (id === configuredEngineId ? 'engine' : `engine:${id}`)

export function createEngineLeases(deps: Pick<Deps, 'database' | 'clock' | 'log'>): EngineLeases {
  const leases = new Map<string, EngineLease>()
  return {
    hold: (id, driver) => {
      const lease = createLeasedDriver(deps, driver, leaseNameOf(id))
      leases.set(id, lease)
      return lease.driver
    },
    assertHeld: async (id) => {
      const lease = leases.get(id)
      if (!lease) throw new DriverUnavailable('this server has not opened the engine yet')
      await lease.assertHeld()
    },
    areSettled: async () => {
      const settled = await Promise.all([...leases.values()].map((lease) => lease.isSettled()))
      return settled.every(Boolean)
    },
  }
}
