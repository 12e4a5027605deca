import type { EngineDriver } from './disk-transfer.ts'
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

/** How the API server of a cluster is reached, and which namespace in it is ours. */
export interface ClusterAccess {
  /** `https://10.0.0.5:6443`, with a path if it has one. */
  server: string
  namespace: string
  /** PEM of the authority that signed the server's certificate; absent: one of those that everybody trusts. */
  ca?: string
  /** Name in the server's certificate, if it is not that of its address. */
  server_name?: string
  token?: string
  /** A file with the token, which is renewed while we run. */
  token_file?: string
  /** PEM of a client certificate. */
  cert?: string
  key?: string
}

/** A Kubernetes cluster whose nodes are rented out. */
export interface RentedCluster {
  access: ClusterAccess
  /** Class of the disks; the cluster's default class if absent. */
  storage_class?: string
  /** Set if that class enforces the size of a disk; a cluster does not tell. */
  enforces_disk_size: boolean
  /** Only nodes with these labels are rented out; all nodes if empty. */
  node_selector: Readonly<Record<string, string>>
  /** Taints of the rented nodes that instances tolerate, by key. */
  tolerated_taints: readonly string[]
  /** Secret of the type `kubernetes.io/dockerconfigjson` in the namespace, with the logins for registries. */
  pull_secret?: string
  /** Runtime class of instances, such as one for gVisor. */
  runtime_class?: string
  /** Claim in the namespace that is the file system of the platform's own folder of volumes; without it, instances mount none. */
  shared_claim?: string
}

/** Makes drivers, and looks at what they would drive. */
export interface Engines {
  /** Opens what COMPUTE configures. */
  openConfigured(): Promise<EngineDriver>
  /** Makes no connection yet. */
  openMachine(machine: DockerMachine): Promise<EngineDriver>
  /** Never throws: what cannot be reached is a finding. */
  checkMachine(machine: DockerMachine): Promise<EngineFinding[]>
  /** Makes no connection yet. */
  openCluster(cluster: RentedCluster): Promise<EngineDriver>
  /** Never throws: what cannot be reached is a finding. */
  checkCluster(cluster: RentedCluster): Promise<EngineFinding[]>
  /** Reads how a cluster is reached from a kubeconfig in YAML or JSON; a Chinese sentence says why that cannot be. */
  readKubeconfig(text: string): Promise<{ access: ClusterAccess } | { fault: string }>
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
      open(): Promise<EngineDriver>
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
