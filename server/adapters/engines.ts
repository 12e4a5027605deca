import { join, resolve } from 'node:path'
import { ImageSources } from '#server/adapters/oci-registry/image-sources.ts'
import { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { Config } from '#server/config/config.ts'
import { demoImagesByReference } from '#server/demo/catalogue.ts'
import { demoFleet } from '#server/demo/fleet.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { EngineDriver } from '#server/ports/disk-transfer.ts'
import type { DockerMachine, Engines, RentedCluster } from '#server/ports/engines.ts'

/** Long enough for a demo to show its progress. */
const demoCopyMs = 4000

/** Reads how the cluster of COMPUTE=kubernetes is reached; undefined without one. Throws what is wrong with its kubeconfig. */
export async function readConfiguredCluster({ kubernetes }: Config): Promise<RentedCluster | undefined> {
  if (!kubernetes) return undefined
  const { reached_by: by, namespace, ...rented } = kubernetes
  if ('access' in by) return { ...rented, access: { ...by.access, namespace } }
  const { readKubeconfig } = await import('#server/adapters/compute.kubernetes/kubeconfig.ts')
  const read = readKubeconfig(by.kubeconfig)
  if ('fault' in read) throw new Error(`配置 KUBECONFIG 有误：${read.fault}`)
  return { ...rented, access: { ...read.access, namespace } }
}

/** Makes drivers; one is loaded only when it is needed. `cluster` is that of COMPUTE=kubernetes. */
export function createEngines(config: Config, clock: Clock, installationId: string, cluster?: RentedCluster): Engines {
  const { adapters, data_dir: dataDir, docker, s3 } = config
  const {
    image,
    socket_path: socketPath,
    host_check: hostCheck,
    egress_allow: egressAllow,
    registry_auths: auths,
    registry_url: registryUrl,
    ssh_agent: agent,
    ...own
  } = docker
  const registry = registryUrl && new SavedImageRegistry(registryUrl, auths?.get(registryUrl.host))
  /** What is mounted into instances; a machine that lacks it mounts nothing. */
  const folders = s3 ? (s3.mount_dir ? [s3.mount_dir] : []) : [resolve(dataDir, 'volumes')]
  /** What holds for every machine with Docker. */
  const common = {
    clock,
    installation_id: installationId,
    host_check: hostCheck,
    egress_allow: egressAllow,
    shared_folders: folders,
    ...(auths && { registry_auths: auths }),
    ...(registry && { registry }),
    ...(image && { check_image: image }),
  }
  const loadDocker = () => import('#server/adapters/compute.docker/docker.ts')
  const toOptions = ({ name, access, ...own }: DockerMachine) => ({
    ...common,
    ...own,
    access: access.by === 'ssh' && agent && access.private_key === undefined ? { ...access, agent } : access,
    host_name: name,
  })
  const sources = new ImageSources(auths, new Set(registryUrl?.protocol === 'http:' ? [registryUrl.host] : []))
  const toClusterOptions = ({ shared_claim: claim, ...rented }: RentedCluster) => ({
    ...rented,
    clock,
    installation_id: installationId,
    ...(claim && folders[0] && { shared_folder: { path: folders[0], claim } }),
    ...(registry && { registry }),
    image_sources: sources,
    find_image_command: (image: string) => sources.findCommand(image),
  })
  const openCluster = async (cluster: RentedCluster) =>
    (await import('#server/adapters/compute.kubernetes/kubernetes.ts')).createKubernetesDriver(toClusterOptions(cluster))
  async function openConfigured(): Promise<EngineDriver> {
    if (cluster) return openCluster(cluster)
    if (adapters.compute === 'docker') {
      return (await loadDocker()).createDockerDriver({ ...common, ...own, access: { by: 'unix', socket_path: socketPath } })
    }
    const { createSimulator } = await import('#server/adapters/compute.simulator/simulator.ts')
    return createSimulator({
      clock,
      dir: join(dataDir, 'simulator'),
      hosts: demoFleet,
      catalogue: demoImagesByReference,
      delays: { copying_ms: demoCopyMs },
    })
  }
  return {
    openConfigured,
    openMachine: async (machine) => (await loadDocker()).createDockerDriver(toOptions(machine)),
    checkMachine: async (machine) => {
      const { checkEngine } = await import('#server/adapters/compute.docker/check-engine.ts')
      return checkEngine(toOptions(machine), folders)
    },
    openCluster,
    checkCluster: async (cluster) => {
      const { checkCluster } = await import('#server/adapters/compute.kubernetes/check-cluster.ts')
      return checkCluster(toClusterOptions(cluster))
    },
    readKubeconfig: async (text) => {
      const { readKubeconfig } = await import('#server/adapters/compute.kubernetes/kubeconfig.ts')
      return readKubeconfig(text)
    },
    readHostKey: async (address) => {
      const { readHostKey } = await import('#server/adapters/compute.docker/host-key.ts')
      return readHostKey(address)
    },
    findKeyFault: async (privateKey) => {
      const { findKeyFault } = await import('#server/adapters/compute.docker/host-key.ts')
      return findKeyFault(privateKey)
    },
  }
}
