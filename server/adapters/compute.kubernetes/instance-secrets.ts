import type { InstanceRef, InstanceSpec } from '#server/ports/compute.ts'
import type { ClusterClient } from './cluster-client.ts'
import { ignoreStatus } from './cluster-client.ts'
import { buildMetadata, buildObjectPath, formatConsoleName, formatKeysName } from './names.ts'

const taken = 409

/** Writes the keys that the next boot lets in. */
export async function writeKeys(client: ClusterClient, spec: InstanceSpec): Promise<void> {
  const stringData = { authorized_keys: spec.authorized_keys.map((key) => `${key}\n`).join('') }
  const metadata = buildMetadata(formatKeysName(spec), spec, 'keys')
  const created = await ignoreStatus(taken, client.create(buildObjectPath(client.namespace, 'secrets'), { metadata, stringData }))
  if (created === undefined) await client.merge(buildObjectPath(client.namespace, 'secrets', metadata.name), { stringData })
}

export async function removeSecrets(client: ClusterClient, ref: InstanceRef): Promise<void> {
  for (const name of [formatKeysName(ref), formatConsoleName(ref)]) {
    await client.delete(buildObjectPath(client.namespace, 'secrets', name))
  }
}
