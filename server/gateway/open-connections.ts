import type { Deps } from '#server/deps.ts'
import { type InstanceConnection, listConnectionsToEvict } from '#server/domains/rentals/access/instance-connections.service.ts'
import type { ConnectionKind } from '#server/lib/node-figures.ts'

/** Open gateway connections are rechecked at this interval and closed once access has ended. */
const recheckMs = 5_000

/** Who stays until the end of a node is told again this long before. */
const lastCallMs = 60_000

interface OpenConnection {
  entry: InstanceConnection
  close: () => void
  /** Writes a line to whoever looks at a terminal; absent where bytes must not be disturbed. */
  tell?: ((line: string) => void) | undefined
}

export interface OpenConnections {
  /** Registers a connection; returns a function to unregister it. */
  add(kind: ConnectionKind, entry: InstanceConnection, close: () => void, tell?: (line: string) => void): () => void
  /** What terminals that open now are to be told: that this node leaves, and when. */
  readonly notice: string | undefined
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
  let onNobody: (() => void) | undefined

  /** Tells how long is left, in words that are right to the minute. */
  function composeNotice(): string | undefined {
    const { until } = deps.departure
    if (!until) return undefined
    const seconds = Math.max(0, Math.round((until.getTime() - deps.clock.now().getTime()) / 1000))
    const left = seconds < 120 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分钟`
    return `\r\n【${deps.config.brand}】这个接入节点即将更新，连接会在 ${left}后断开，请保存后重新连接。实例照常运行。\r\n`
  }
  function tellEverybody(): void {
    const notice = composeNotice()
    if (notice !== undefined) for (const { tell } of open) tell?.(notice)
  }
  deps.departure.waitFor(async (until) => {
    tellEverybody()
    const restMs = until.getTime() - deps.clock.now().getTime() - lastCallMs
    if (restMs > lastCallMs) void deps.clock.sleep(restMs, stop.signal).then(tellEverybody)
    if (open.size > 0)
      await new Promise<void>((resolve) => {
        onNobody = resolve
      })
  })

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
    add: (kind, entry, close, tell) => {
      const one = { entry, close, tell }
      open.add(one)
      const uncount = deps.figures.openConnection(kind)
      if (!watching) void watch()
      return () => {
        open.delete(one)
        uncount()
        if (open.size === 0) onNobody?.()
      }
    },
    get notice() {
      return composeNotice()
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
