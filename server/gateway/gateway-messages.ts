import type { MessagePort } from 'node:worker_threads'
import type { GatewayAddresses } from '#server/deps.ts'
import type { ConnectionCounts } from '#server/lib/node-figures.ts'

/** Start data of the thread that runs the gateways. */
export interface GatewayThreadData {
  /** The embedded database, lent by the main thread; undefined where the thread connects to a server itself. */
  database: MessagePort | undefined
  installation_id: string
}

export type GatewayThreadCommand =
  | { kind: 'close' }
  /** The node leaves: connections may end by themselves until then. */
  | { kind: 'leave'; until: Date }
  /** Answers `permit`: `problem` says why the engine must not be used now. */
  | { kind: 'permitted'; id: number; problem: string | undefined }

export type GatewayThreadReport =
  | { kind: 'open'; public: GatewayAddresses }
  | { kind: 'said'; line: string }
  | { kind: 'connections'; counts: ConnectionCounts }
  /** Answers `leave`: no connection is open any more. */
  | { kind: 'left' }
  /** Asks whether this process holds an engine. */
  | { kind: 'permit'; id: number; engine: string }
