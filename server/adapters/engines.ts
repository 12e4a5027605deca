import { join, resolve } from 'node:path'
import { createImageCommandFinder } from '#server/adapters/oci-registry/image-command.ts'
import { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { Config } from '#server/config/config.ts'
import { demoImagesByReference } from '#server/demo/catalogue.ts'
import { demoFleet } from '#server/demo/fleet.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import type { DockerMachine, Engines, RentedCluster } from '#server/ports/engines.ts'

/** Long enough for a demo to show its progress. */
const demoCopyMs = 4000

/** Makes drivers; one is loaded only when it is needed. */
export function createEngines(config: Config, clock: Clock, installationId: string): Engines {
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
  /** What holds for every machine with Docker. */
  const common = {
    clock,
    installation_id: installationId,
    host_check: hostCheck,
    egress_allow: egressAllow,
    ...(auths && { registry_auths: auths }),
    ...(registry && { registry }),
    ...(image && { check_image: image }),
  }
  /** What is mounted into instances, and has to be on every machine. */
  const folders = s3 ? (s3.mount_dir ? [s3.mount_dir] : []) : [resolve(dataDir, 'volumes')]
  const loadDocker = () => import('#server/adapters/compute.docker/docker.ts')
  const toOptions = ({ name, access, ...own }: DockerMachine) => ({
    ...common,
    ...own,
    access: access.by === 'ssh' && agent && access.private_key === undefined ? { ...access, agent } : access,
    host_name: name,
  })
  const plainRegistries = new Set(registryUrl?.protocol === 'http:' ? [registryUrl.host] : [])
  const toClusterOptions = ({ shared_claim: claim, ...own }: RentedCluster) => ({
    clock,
    installation_id: installationId,
    ...own,
    ...(claim !== undefined && folders[0] !== undefined && { shared_folder: { path: folders[0], claim } }),
    ...(registry && { locate_image: (image: string) => registry.locate(image) }),
    find_image_command: createImageCommandFinder(auths ?? new Map(), plainRegistries),
  })
  async function openConfigured(): Promise<ComputeDriver> {
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
    openCluster: async (cluster) => {
      const { createKubernetesDriver } = await import('#server/adapters/compute.kubernetes/kubernetes.ts')
      return createKubernetesDriver(toClusterOptions(cluster))
    },
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
