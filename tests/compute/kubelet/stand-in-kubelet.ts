import { randomBytes } from 'node:crypto'
import type Docker from 'dockerode'
import { Provisioner } from './claims.ts'
import { ClusterApi } from './cluster-api.ts'
import { KubeletServer } from './kubelet-server.ts'
import { type NodeDefinition, StandInNode } from './nodes.ts'
import type { Pod } from './objects.ts'
import { PodLife, type Workplace } from './pod-life.ts'

/** Nodes of a throwaway cluster whose pods are containers of one Docker engine, on this machine. */
export interface StandInKubelet {
  api: ClusterApi
  /** Storage classes of its own: a disk that any node reaches, bound at once, and one that lies on the node of its first pod. */
  storage_classes: { network: string; local: string }
  node(name: string): StandInNode
  /** Every pull fails with this message of an engine, until it is undefined. */
  refusePulls(message: string | undefined): void
  /** While held, claims stay Pending. */
  holdClaims(holds: boolean): void
  /** While held, a pod whose deletion is wished stays, its containers stopped. */
  holdDeletions(holds: boolean): void
  evict(namespace: string, name: string, message: string): Promise<void>
  /** Kills a pod's containers, and says that the kernel did for want of memory. */
  killForMemory(namespace: string, name: string): Promise<void>
  /** Takes the nodes from the cluster, and from the engine all that was made there. */
  end(): Promise<void>
}

/** `folder` is that of the cluster (scripts/kubernetes/throwaway-cluster.ts). */
export async function startStandInKubelet(options: {
  folder: string
  docker: Docker
  nodes: readonly NodeDefinition[]
}): Promise<StandInKubelet> {
  const { folder, docker } = options
  const api = new ClusterApi(folder)
  const label = `zhisuan.test.kubelet.${randomBytes(4).toString('hex')}`
  const over = new AbortController()
  const lives = new Map<string, PodLife>()
  const listPods = () => [...lives.values()].map(({ pod }) => pod)
  const provisioner = new Provisioner(api, docker, label, listPods)
  const find = (namespace: string, name: string) =>
    [...lives.values()].find(({ pod }) => pod.metadata.namespace === namespace && pod.metadata.name === name)
  const get = (namespace: string, name: string) => {
    const life = find(namespace, name)
    if (!life) throw new Error(`no node has the pod ${namespace}/${name}`)
    return life
  }
  const server = new KubeletServer(folder, docker, find)
  const port = await server.listen()
  const nodes = new Map(options.nodes.map((definition) => [definition.name, new StandInNode(api, definition, port)]))
  const workplace: Workplace = {
    api,
    docker,
    label,
    cpus: ((await docker.info()) as { NCPU: number }).NCPU,
    faults: { holds_deletions: false },
    over: over.signal,
    pod_left: () => provisioner.settleAll(),
  }
  const report = (pod: Pod) => (error: Error) => {
    if (!over.signal.aborted) console.error(`pod ${pod.metadata.name}:`, error)
  }
  const seen = (pod: Pod, gone: boolean) => {
    const { uid } = pod.metadata
    const life = lives.get(uid)
    const node = nodes.get(pod.spec.nodeName ?? '')
    if (gone) {
      lives.delete(uid)
      void life?.clear().catch(report(pod))
    } else if (life) void life.update(pod).catch(report(pod))
    else if (node) {
      const begun = new PodLife(workplace, node, pod)
      lives.set(uid, begun)
      void begun.run().catch(report(pod))
      void begun.update(pod).catch(report(pod))
    }
  }
  await provisioner.start(over.signal)
  for (const node of nodes.values()) await node.register(over.signal)
  void api.follow<Pod>('/api/v1/pods', seen, over.signal)
  return {
    api,
    storage_classes: provisioner.classes,
    node: (name) => {
      const node = nodes.get(name)
      if (!node) throw new Error(`no node ${name}`)
      return node
    },
    refusePulls: (message) => {
      workplace.faults.pull_refusal = message
    },
    holdClaims: (holds) => provisioner.hold(holds),
    holdDeletions: (holds) => {
      workplace.faults.holds_deletions = holds
    },
    evict: (namespace, name, message) => get(namespace, name).evict(message),
    killForMemory: (namespace, name) => get(namespace, name).killForMemory(),
    end: async () => {
      for (const node of nodes.values()) await node.leave()
      const ends = [...lives.values()].map(async (life) => {
        await life.forget()
        await life.clear()
      })
      await Promise.all(ends)
      over.abort()
      server.close()
      await provisioner.removeClasses()
      await removeAll(docker, label)
      api.close()
    },
  }
}

async function removeAll(docker: Docker, label: string): Promise<void> {
  const filters = { label: [label] }
  const containers = await docker.listContainers({ all: true, filters })
  const removals = containers.map(({ Id }) => docker.getContainer(Id).remove({ force: true, v: true }))
  await Promise.all(removals.map((removal) => removal.catch(() => undefined)))
  const { Volumes } = await docker.listVolumes({ filters })
  await Promise.all(
    (Volumes ?? []).map(({ Name }) =>
      docker
        .getVolume(Name)
        .remove({ force: true })
        .catch(() => undefined),
    ),
  )
}
