import type { HandlerInput } from '#contract/endpoint.ts'
import { defaultNamespace, parseNodeSelector, parseTaintKeys } from '#contract/operator/clusters.ts'
import { findUnfitEngineField, type operatorEngines } from '#contract/operator/engines.ts'
import type { Deps } from '#server/deps.ts'
import type { EngineRow } from '#server/domains/rentals/engines/engines.repo.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'
import type { ClusterAccess, RentedCluster } from '#server/ports/engines.ts'

/** Where in a cluster that an operator added instances run, and how; empty text for the cluster's own ways. */
export interface ClusterSettings {
  /** The API server, as its kubeconfig has it. */
  address: string
  namespace: string
  storage_class: string
  disk_quota: boolean
  node_selector: string
  tolerated_taints: string
  pull_secret: string
  runtime: string
  shared_claim: string
}

type ClusterForm = HandlerInput<typeof operatorEngines.update>['body']

export const readClusterSettings = (settings: EngineRow['settings']): ClusterSettings => ({
  ...{ address: '', namespace: '', storage_class: '', disk_quota: false, node_selector: '', tolerated_taints: '' },
  ...{ pull_secret: '', runtime: '', shared_claim: '' },
  ...(settings as Partial<ClusterSettings>),
})

const openAccess = ({ keys }: Pick<Deps, 'keys'>, { id, credentials_sealed: sealed }: EngineRow): ClusterAccess => {
  if (sealed === null) throw new Error(`cluster ${id} has no credentials`)
  return JSON.parse(unsealText(keys.engine, id, sealed)) as ClusterAccess
}

/** Reads how the cluster is reached. Of a kubeconfig nothing else is kept: it may lead to other clusters, too. */
async function readAccess({ engines }: Pick<Deps, 'engines'>, kubeconfig: string): Promise<ClusterAccess> {
  const read = await engines.readKubeconfig(kubeconfig)
  if ('fault' in read) throw createFieldRefusal('invalid', 'kubeconfig', read.fault)
  // A path would be read on our machine, and what is there be sent to a server that the form names.
  if (read.access.token_file !== undefined)
    throw createFieldRefusal('invalid', 'kubeconfig', 'kubeconfig 里不能写文件的路径，请把 token 直接写在里面')
  return read.access
}

/** Takes what is written down of a cluster out of a form; `held` is what was, if it is changed. Throws at the unfit field. */
export async function takeCluster(
  deps: Pick<Deps, 'engines' | 'keys'>,
  id: string,
  form: ClusterForm,
  held?: EngineRow,
): Promise<{ settings: ClusterSettings; credentials_sealed: string }> {
  const unfit = !held && findUnfitEngineField('kubernetes', form)
  if (unfit) throw createFieldRefusal('invalid', ...unfit)
  const namespace = form.namespace || defaultNamespace
  const known = form.kubeconfig ? await readAccess(deps, form.kubeconfig) : openAccess(deps, held!)
  const access: ClusterAccess = { ...known, namespace }
  return {
    settings: {
      address: access.server,
      namespace,
      storage_class: form.storage_class,
      disk_quota: form.disk_quota,
      node_selector: form.node_selector,
      tolerated_taints: form.tolerated_taints,
      pull_secret: form.pull_secret,
      runtime: form.runtime,
      shared_claim: form.shared_claim,
    },
    credentials_sealed: sealText(deps.keys.engine, id, JSON.stringify(access)),
  }
}

/** What the port needs to drive a cluster. */
export function toCluster(deps: Pick<Deps, 'keys'>, row: EngineRow): RentedCluster {
  const settings = readClusterSettings(row.settings)
  const { storage_class: storageClass, pull_secret: pullSecret, runtime, shared_claim: claim } = settings
  return {
    access: openAccess(deps, row),
    enforces_disk_size: settings.disk_quota,
    node_selector: parseNodeSelector(settings.node_selector),
    tolerated_taints: parseTaintKeys(settings.tolerated_taints),
    ...(storageClass && { storage_class: storageClass }),
    ...(pullSecret && { pull_secret: pullSecret }),
    ...(runtime && { runtime_class: runtime }),
    ...(claim && { shared_claim: claim }),
  }
}
