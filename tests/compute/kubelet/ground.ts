import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import Docker from 'dockerode'
import { expect } from 'vitest'
import { waitUntil } from '#tests/support/until.ts'
import { ChannelClient } from './channel-client.ts'
import { type ClusterApi, isStatus } from './cluster-api.ts'
import type { NodeDefinition } from './nodes.ts'
import type { Claim, Pod, PodContainer, PodVolume } from './objects.ts'
import { type StandInKubelet, startStandInKubelet } from './stand-in-kubelet.ts'

const folder = process.env.TEST_CLUSTER
/** Label of a ground's nodes; its value is the namespace. */
export const groundLabel = 'zhisuan.test/ground'
const image = process.env.TEST_IMAGE ?? 'zhisuan/base:test'

/** Why there is no cluster to test against; undefined if there is one. */
export const clusterObstacle = folder ? undefined : 'TEST_CLUSTER is not set (scripts/with-kubernetes.ts sets it)'

interface PodWish extends Partial<PodContainer> {
  init?: Partial<PodContainer>[]
  volumes?: PodVolume[]
  hostname?: string
  imagePullSecrets?: { name: string }[]
  annotations?: Record<string, string>
}

/** A namespace of the throwaway cluster, whose nodes are its own. */
export class Ground {
  readonly kubelet: StandInKubelet
  readonly docker: Docker
  readonly namespace: string
  readonly api: ClusterApi

  private constructor(kubelet: StandInKubelet, docker: Docker, namespace: string) {
    this.kubelet = kubelet
    this.docker = docker
    this.namespace = namespace
    this.api = kubelet.api
  }

  static async create(nodes: readonly NodeDefinition[]): Promise<Ground> {
    if (!folder) throw new Error(clusterObstacle)
    const docker = new Docker({ socketPath: process.env.DOCKER_SOCKET ?? '' })
    const namespace = `ground-${randomBytes(4).toString('hex')}`
    const own = nodes.map((node) => ({ ...node, labels: { ...node.labels, [groundLabel]: namespace } }))
    const kubelet = await startStandInKubelet({ folder, docker, nodes: own })
    await kubelet.api.create('/api/v1/namespaces', { metadata: { name: namespace } })
    return new Ground(kubelet, docker, namespace)
  }

  path(kind: string, name = ''): string {
    return `/api/v1/namespaces/${this.namespace}/${kind}${name && `/${name}`}`
  }

  /** Makes a pod of one container; what is not wished runs `sleep`. */
  createPod(
    name: string,
    { init = [], volumes = [], hostname, imagePullSecrets = [], annotations, ...wish }: PodWish = {},
  ): Promise<Pod> {
    const base = { image, imagePullPolicy: 'IfNotPresent', command: ['sleep', '100000'] }
    return this.api.create<Pod>(this.path('pods'), {
      metadata: { name, annotations },
      spec: {
        restartPolicy: 'Never',
        nodeSelector: { [groundLabel]: this.namespace },
        terminationGracePeriodSeconds: 1,
        ...(hostname && { hostname }),
        imagePullSecrets,
        initContainers: init.map((container, nth) => ({ ...base, name: `init-${nth}`, ...container })),
        containers: [{ ...base, name: 'main', ...wish }],
        volumes,
      },
    })
  }

  getPod(name: string): Promise<Pod> {
    return this.api.get<Pod>(this.path('pods', name))
  }

  /** Waits until the pod's status is like that, and returns it. */
  async waitForPod(name: string, status: object): Promise<Pod> {
    return waitUntil(async () => {
      const pod = await this.getPod(name)
      expect(pod.status).toMatchObject(status)
      return pod
    })
  }

  async waitUntilGone(kind: string, name: string): Promise<void> {
    await waitUntil(() => expect(this.api.get(this.path(kind, name))).rejects.toSatisfy(isStatus(404)))
  }

  createClaim(name: string, storageClassName: string): Promise<Claim> {
    const spec = { storageClassName, accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
    return this.api.create<Claim>(this.path('persistentvolumeclaims'), { metadata: { name }, spec })
  }

  exec(pod: string, command: readonly string[], more = 'stdin=1', protocol?: string): Promise<ChannelClient> {
    const asked = command.map((word) => `command=${encodeURIComponent(word)}`).join('&')
    return ChannelClient.open(this.api, `${this.path('pods', pod)}/exec?stdout=1&stderr=1&${more}&${asked}`, protocol)
  }

  /** Runs a shell script in a pod to its end; answers what it wrote. */
  async run(pod: string, script: string): Promise<string> {
    const client = await this.exec(pod, ['sh', '-c', script])
    expect(await client.exitCode()).toBe(0)
    return client.read(1).toString()
  }

  async readLogs(pod: string, query = ''): Promise<string> {
    return text(await this.api.open('GET', `${this.path('pods', pod)}/log?${query}`))
  }

  /** Those of a pod's containers that are still on the engine. */
  listContainers(pod: Pod): Promise<Docker.ContainerInfo[]> {
    return this.docker.listContainers({ all: true, filters: { label: [`io.kubernetes.pod.uid=${pod.metadata.uid}`] } })
  }

  async end(): Promise<void> {
    await this.api.delete(this.path('pods'), { gracePeriodSeconds: 0 })
    await this.kubelet.end()
  }
}
