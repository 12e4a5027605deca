import type { HandlerInput } from '#contract/endpoint.ts'
import {
  type EngineAddress,
  findUnfitEngineField,
  type operatorEngines,
  parseEngineAddress,
  parseVirtualCards,
} from '#contract/operator/engines.ts'
import type { Deps } from '#server/deps.ts'
import type { EngineRow } from '#server/domains/rentals/engines/engines.repo.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'
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
interface MachineCredentials {
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

/** Takes the credentials that fit the address out of a form; those left empty stay as they were. Throws at the unfit field. */
async function takeCredentials(
  { engines }: Pick<Deps, 'engines'>,
  by: EngineAddress['by'],
  form: MachineForm,
  held: MachineCredentials,
): Promise<MachineCredentials> {
  if (by === 'unix') return {}
  if (by === 'ssh') {
    const fault = form.private_key && (await engines.findKeyFault(form.private_key))
    if (fault) throw createFieldRefusal('invalid', 'private_key', fault)
    const privateKey = form.private_key || held.private_key
    return privateKey ? { private_key: `${privateKey.trim()}\n` } : {}
  }
  const [ca, cert, key] = [form.ca || held.ca, form.cert || held.cert, form.key || held.key]
  if (!ca) throw createFieldRefusal('invalid', 'ca', '请填写签发引擎证书的 CA')
  if (!cert) throw createFieldRefusal('invalid', 'cert', '请填写客户端证书')
  if (!key) throw createFieldRefusal('invalid', 'key', '请填写客户端私钥')
  return { ca, cert, key }
}

type MachineForm = HandlerInput<typeof operatorEngines.update>['body']

/** Takes what is written down of a machine out of a form; `held` is what was, if it is changed. Throws at the unfit field. */
export async function takeMachine(
  deps: Pick<Deps, 'engines' | 'keys'>,
  id: string,
  form: MachineForm,
  held?: EngineRow,
): Promise<{ settings: MachineSettings; credentials_sealed: string | null }> {
  const unfit = findUnfitEngineField('docker', form)
  if (unfit) throw createFieldRefusal('invalid', ...unfit)
  const { by } = parseEngineAddress(form.address)!
  const credentials = await takeCredentials(deps, by, form, held ? openMachineCredentials(deps, held) : {})
  return {
    settings: {
      address: form.address,
      socket_path: form.socket_path,
      disk_quota: form.disk_quota,
      runtime: form.runtime,
      virtual_cards: form.virtual_cards,
    },
    credentials_sealed: Object.keys(credentials).length > 0 ? sealMachineCredentials(deps, id, credentials) : null,
  }
}

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
