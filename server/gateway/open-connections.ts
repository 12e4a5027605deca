import type { Deps } from '#server/deps.ts'
import { type InstanceConnection, listConnectionsToEvict } from '#server/domains/rentals/access/instance-connections.service.ts'
import type { ConnectionKind } from '#server/lib/node-figures.ts'

/** Open gateway connections are rechecked at this interval and closed once access has ended. */
const recheckMs = 5_000

interface OpenConnection {
  entry: InstanceConnection
  close: () => void
}

export interface OpenConnections {
  /** Registers a connection; returns a function to unregister it. */
  add(kind: ConnectionKind, entry: InstanceConnection, close: () => void): () => void
  readonly size: number
  /** Closes all connections and stops rechecking. */
  closeAll(): void
}

/**
 * Tracks the open connections of this node. Closes them when the instance stops or is released, or its owner is frozen, by any
 * node or operator: the driver itself cuts off programs and ports; this closes the connections around them.
 */
export function watchOpenConnections(deps: Deps): OpenConnections {
  const open = new Set<OpenConnection>()
  const stop = new AbortController()

  async function look(): Promise<void> {
    const nowOpen = [...open]
    if (nowOpen.length === 0) return
    const leaving = await listConnectionsToEvict(
      deps,
      nowOpen.map(({ entry }) => entry),
    )
    for (const nth of leaving) nowOpen[nth]?.close()
  }

  let watching = false
  async function watch(): Promise<void> {
    watching = true
    while (open.size > 0) {
      await deps.clock.sleep(recheckMs, stop.signal)
      if (stop.signal.aborted) return
      await look().catch((error: unknown) => deps.log.warn({ err: error }, 'open connections were not looked at'))
    }
    watching = false
  }

  return {
    add: (kind, entry, close) => {
      const one = { entry, close }
      open.add(one)
      const uncount = deps.figures.openConnection(kind)
      if (!watching) void watch()
      return () => {
        open.delete(one)
        uncount()
      }
    },
    get size() {
      return open.size
    },
    closeAll: () => {
      stop.abort()
      for (const { close } of [...open]) close()
    },
  }
}
