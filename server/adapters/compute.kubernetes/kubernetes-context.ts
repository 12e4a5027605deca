import { AdmissionControl } from '#server/adapters/compute.shared/admission.ts'
import { KeyedMutex } from '#server/lib/concurrency.ts'
import { ClusterClient } from './cluster-client.ts'
import { DataDisks } from './data-disks.ts'
import { NodeFacts } from './node-facts.ts'
import { CardCheck } from './pod-cards.ts'
import { PodStore } from './pod-store.ts'
import { PulledImages } from './pulled-images.ts'
import type { KubernetesSettings } from './settings.ts'
import { SystemDisks } from './system-disks.ts'

/** State shared by the driver's operations. It only bridges short gaps: the objects of the cluster are the source of truth. */
export interface KubernetesContext {
  settings: KubernetesSettings
  client: ClusterClient
  nodes: NodeFacts
  pods: PodStore
  disks: SystemDisks
  data_disks: DataDisks
  pulled: PulledImages
  card_check: CardCheck
  admission: AdmissionControl
  turns: KeyedMutex
  /** Instances whose data disk is being copied to another instance. */
  copied_from: Set<string>
}

export function createKubernetesContext(settings: KubernetesSettings): KubernetesContext {
  const client = new ClusterClient(settings.access, settings.call_timeout_ms)
  const pods = new PodStore(client, settings.installation_id)
  return {
    settings,
    client,
    pods,
    nodes: new NodeFacts(client, settings, pods),
    disks: new SystemDisks(client, settings),
    data_disks: new DataDisks(client, settings),
    pulled: new PulledImages(settings.clock),
    card_check: new CardCheck(client),
    admission: new AdmissionControl(),
    turns: new KeyedMutex(),
    copied_from: new Set(),
  }
}
