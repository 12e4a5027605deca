import { MessageChannel, Worker } from 'node:worker_threads'
import type { Deps } from '#server/deps.ts'
import type { ConnectionCounts } from '#server/lib/node-figures.ts'
import type { GatewayThreadCommand, GatewayThreadData, GatewayThreadReport } from './gateway-messages.ts'
import type { OpenGateways } from './gateways.ts'

/** Short, as nobody can connect meanwhile; long enough that a thread that cannot start does not take a core. */
const restartMs = 2_000
/** Room for what is in flight: with less, each few megabytes carried cost a collection. */
const youngGenerationMb = 96

const workerEntry = new URL('../gateway-worker.mjs', import.meta.url)

type ThreadDeps = Pick<Deps, 'clock' | 'database' | 'departure' | 'figures' | 'installation_id' | 'log'>
interface ThreadPorts {
  /** Throws, with the reason, while this process may not use an engine. */
  assertHeld(engine: string): Promise<void>
  say(line: string): void
}

/**
 * Runs the gateways in a thread of their own (server/gateway-worker.ts), so that bytes of transfers do not stand in the way of
 * calls. If the thread dies, its connections are lost, the log says so, and another one is started.
 */
export async function startGatewayThread(deps: ThreadDeps, ports: ThreadPorts, entry = workerEntry): Promise<OpenGateways> {
  const closing = new AbortController()
  let thread = startThread(deps, ports, entry)
  const { public: addresses } = await thread.opened
  const keep = async () => {
    for (;;) {
      const reason = await thread.ended
      if (closing.signal.aborted) return
      deps.log.error({ err: reason }, 'the thread of the gateways ended and is started again: all its connections are lost')
      await deps.clock.sleep(restartMs, closing.signal)
      if (closing.signal.aborted) return
      thread = startThread(deps, ports, entry)
      thread.opened.catch(() => undefined) // `ended` tells
    }
  }
  const kept = keep()
  deps.departure.waitFor((until) => thread.leave(until))
  return {
    public: addresses,
    close: async () => {
      closing.abort()
      thread.close()
      await kept
    },
  }
}

function startThread(
  { database, figures, installation_id: installationId }: ThreadDeps,
  { assertHeld, say }: ThreadPorts,
  entry: URL,
) {
  const lending = database.kind === 'pglite' ? new MessageChannel() : undefined
  if (lending) database.lend(lending.port1)
  const worker = new Worker(entry, {
    workerData: { database: lending?.port2, installation_id: installationId } satisfies GatewayThreadData,
    transferList: lending ? [lending.port2] : [],
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    execArgv: [],
  })
  /** Terminals are carried by this thread. */
  const countCarried = ({ ssh, port_link: portLink }: Pick<ConnectionCounts, 'ssh' | 'port_link'>) =>
    Object.assign(figures.connections, { ssh, port_link: portLink })
  const order = (command: GatewayThreadCommand) => worker.postMessage(command)
  let failure: Error | undefined
  let onLeft: (() => void) | undefined
  const ended = new Promise<Error>((resolve) => {
    worker.on('error', (error) => {
      failure = error
    })
    worker.once('exit', (code) => {
      lending?.port1.close()
      countCarried({ ssh: 0, port_link: 0 })
      resolve(failure ?? new Error(`exit code ${code}`))
    })
  })
  const opened = new Promise<Extract<GatewayThreadReport, { kind: 'open' }>>((resolve, reject) => {
    void ended.then(reject)
    worker.on('message', (report: GatewayThreadReport) => {
      if (report.kind === 'open') resolve(report)
      else if (report.kind === 'said') say(report.line)
      else if (report.kind === 'connections') countCarried(report.counts)
      else if (report.kind === 'left') onLeft?.()
      else
        void assertHeld(report.engine).then(
          () => order({ kind: 'permitted', id: report.id, problem: undefined }),
          (error: Error) => order({ kind: 'permitted', id: report.id, problem: error.message }),
        )
    })
  })
  /** A thread that dies meanwhile has no connections either. */
  const leave = (until: Date) =>
    Promise.race([
      ended,
      new Promise<void>((resolve) => {
        onLeft = resolve
        order({ kind: 'leave', until })
      }),
    ]).then(() => undefined)
  return { opened, ended, leave, close: () => order({ kind: 'close' }) }
}
