import type { ComputeDriver } from './compute.ts'
import type { EngineFinding } from './engine-check.ts'

export interface SshAccess {
  host: string
  port: number
  username: string
  /** Fingerprint of the host's key as OpenSSH prints it: `SHA256:…`. No other host is talked to. */
  host_key: string
  /** OpenSSH private key. */
  private_key?: string
  /** Socket of the agent that signs without one. */
  agent?: string
}

/** How an engine is reached: by its socket on this machine, by SSH to its socket, or by TLS with a certificate of ours. */
export type EngineAccess =
  | { by: 'unix'; socket_path: string }
  | ({ by: 'ssh'; socket_path: string } & SshAccess)
  | { by: 'https'; host: string; port: number; ca: string; cert: string; key: string }

/** A machine with Docker that an operator added. */
export interface DockerMachine {
  /** Of its one host. */
  name: string
  access: EngineAccess
  virtual_gpus: readonly { model: string; count: number }[]
  disk_quota: boolean
  runtime?: string
}

/** Makes drivers, and looks at what they would drive. */
export interface Engines {
  /** Opens what COMPUTE configures. */
  openConfigured(): Promise<ComputeDriver>
  /** Makes no connection yet. */
  openMachine(machine: DockerMachine): Promise<ComputeDriver>
  /** Never throws: what cannot be reached is a finding. */
  checkMachine(machine: DockerMachine): Promise<EngineFinding[]>
  /** Returns the fingerprint that a machine shows by SSH; nothing else is told to it. Throws DriverUnavailable. */
  readHostKey(address: { host: string; port: number }): Promise<string>
  /** Says in Chinese why a private key cannot be used; undefined if it can. */
  findKeyFault(privateKey: string): Promise<string | undefined>
}

/** One engine as the platform knows it. */
export type EngineEntry = {
  id: string
  /** Changes with its address or credentials: then it is opened anew. */
  version: string
  /** The hosts it last reported, also those that are silent now. */
  hosts: readonly string[]
} & (
  | {
      /** Makes its driver, without a connection yet. */
      open(): Promise<ComputeDriver>
    }
  | {
      /** Why it must not be spoken to now; Chinese, for operators. */
      closed: string
    }
)

/** Where the engines are written down. */
export interface EngineSource {
  list(): Promise<readonly EngineEntry[]>
}
