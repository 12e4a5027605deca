import { type EngineAddress, parseEngineAddress, parseVirtualCards } from '#contract/operator/engines.ts'
import type { Deps } from '#server/deps.ts'
import type { EngineRow } from '#server/domains/rentals/engines/engines.repo.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'
import type { DockerMachine, EngineAccess } from '#server/ports/engines.ts'

/** How a machine that an operator added is reached, and what its engine can do; empty text for the engine's own ways. */
export interface MachineSettings {
  address: string
  socket_path: string
  disk_quota: boolean
  runtime: string
  virtual_cards: string
}

/** Only those of its kind of address: the key for SSH, the rest for TLS. */
export interface MachineCredentials {
  private_key?: string
  ca?: string
  cert?: string
  key?: string
}

const usualSocket = '/var/run/docker.sock'

export const readMachineSettings = (settings: EngineRow['settings']): MachineSettings => ({
  ...{ address: '', socket_path: '', disk_quota: false, runtime: '', virtual_cards: '' },
  ...(settings as Partial<MachineSettings>),
})

export const sealMachineCredentials = ({ keys }: Pick<Deps, 'keys'>, id: string, credentials: MachineCredentials): string =>
  sealText(keys.engine, id, JSON.stringify(credentials))

export const openMachineCredentials = ({ keys }: Pick<Deps, 'keys'>, row: EngineRow): MachineCredentials =>
  row.credentials_sealed === null
    ? {}
    : (JSON.parse(unsealText(keys.engine, row.id, row.credentials_sealed)) as MachineCredentials)

/** Undefined while something is missing: a machine whose host key is not pinned is not spoken to. */
function toAccess(
  address: EngineAddress,
  hostKey: string | null,
  socketPath: string,
  { private_key: privateKey, ca = '', cert = '', key = '' }: MachineCredentials,
): EngineAccess | undefined {
  switch (address.by) {
    case 'unix':
      return address
    case 'https':
      return { ...address, ca, cert, key }
    case 'ssh':
      return hostKey === null
        ? undefined
        : {
            ...address,
            socket_path: socketPath || usualSocket,
            host_key: hostKey,
            ...(privateKey !== undefined && { private_key: privateKey }),
          }
  }
}

/** What the port needs to drive a machine; undefined while its host key is not pinned. */
export function toMachine(deps: Pick<Deps, 'keys'>, row: EngineRow): DockerMachine | undefined {
  const settings = readMachineSettings(row.settings)
  const { address, socket_path: socketPath, runtime } = settings
  const access = toAccess(parseEngineAddress(address)!, row.host_key, socketPath, openMachineCredentials(deps, row))
  return (
    access && {
      name: row.name,
      access,
      virtual_gpus: parseVirtualCards(settings.virtual_cards),
      disk_quota: settings.disk_quota,
      ...(runtime && { runtime }),
    }
  )
}
