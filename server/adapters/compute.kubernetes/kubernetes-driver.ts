import type { Duplex, Readable } from 'node:stream'
import {
  assertImageCopy,
  assertInstanceRef,
  assertTcpPort,
  isImageReference,
} from '#server/adapters/compute.shared/spec-check.ts'
import type {
  ComputeDriver,
  DiskPresence,
  ExecOptions,
  ExecSession,
  HostListing,
  InstanceRef,
  InstanceSpec,
  ObservedInstance,
  OnInstanceChange,
  UsageSample,
} from '#server/ports/compute.ts'
import type { HostReport } from '#server/ports/compute-host.ts'
import {
  DriverConflict,
  type DriverError,
  ImageNotFound,
  InstanceNotFound,
  InvalidSpec,
  UnsupportedOperation,
} from '#server/ports/driver-errors.ts'
import type { PullProgress } from '#server/ports/image-pull.ts'
import { copyDataClaim } from './data-disk-copy.ts'
import { pullToNode } from './image-pull.ts'
import { createKubernetesContext, type KubernetesContext } from './kubernetes-context.ts'
import { formatPodName, parseRef } from './names.ts'
import type { ClusterPod } from './objects.ts'
import { listPodInstances, observeInstance } from './observe.ts'
import { openPodConnection } from './pod-connection.ts'
import { openPodExec } from './pod-exec.ts'
import { followPodLogs, readPodLogs, readSavedConsole } from './pod-logs.ts'
import { PodUsage } from './pod-usage.ts'
import { requireRegistry, saveDiskImage } from './save-image.ts'
import { completeKubernetesSettings, type KubernetesOptions } from './settings.ts'
import { findDiskPresence, startInstancePod } from './start.ts'
import { removeInstancePod, stopInstancePod } from './stop.ts'
import type { SystemDisk } from './system-disks.ts'
import { followPods } from './watch.ts'

/** Rents out the nodes of one cluster: an instance is a pod on the node that our own stock chose, with its disks as claims. */
export class KubernetesDriver implements ComputeDriver {
  readonly kind = 'kubernetes'
  readonly #parts: KubernetesContext
  readonly #usage: PodUsage

  constructor(options: KubernetesOptions) {
    this.#parts = createKubernetesContext(completeKubernetesSettings(options))
    this.#usage = new PodUsage(this.#parts)
  }

  async health(signal?: AbortSignal): Promise<{ ok: boolean; version?: string; problem?: string }> {
    try {
      const { gitVersion } = await this.#parts.client.get<{ gitVersion: string }>('/version', signal)
      return { ok: true, version: gitVersion }
    } catch (error) {
      return { ok: false, problem: (error as DriverError).message }
    }
  }

  inventory(signal?: AbortSignal): Promise<HostReport[]> {
    return this.#parts.nodes.reports(signal)
  }

  ensureRunning(spec: InstanceSpec): Promise<ObservedInstance> {
    return startInstancePod(this.#parts, spec)
  }

  async ensureStopped(ref: InstanceRef, { grace_seconds: graceSeconds }: { grace_seconds: number }): Promise<ObservedInstance> {
    this.#check(ref)
    return stopInstancePod(this.#parts, ref, graceSeconds)
  }

  async ensureAbsent(ref: InstanceRef, { keep_data_disk: keepDataDisk = false } = {}): Promise<void> {
    this.#check(ref)
    return removeInstancePod(this.#parts, ref, keepDataDisk)
  }

  async findDataDisk(ref: InstanceRef): Promise<{ name: string; size_mb: number | null } | undefined> {
    this.#check(ref)
    const claim = await this.#parts.data_disks.find(ref)
    return claim && { name: claim.metadata.name, size_mb: null }
  }

  async observe(ref: InstanceRef): Promise<ObservedInstance> {
    this.#check(ref)
    return observeInstance(this.#parts, ref)
  }

  async disks(ref: InstanceRef): Promise<DiskPresence> {
    this.#check(ref)
    return findDiskPresence(this.#parts, ref, await this.#findDisk(ref))
  }

  list(signal?: AbortSignal): Promise<HostListing[]> {
    return listPodInstances(this.#parts, signal)
  }

  watch(wake: OnInstanceChange, signal: AbortSignal): Promise<void> {
    return followPods(this.#parts, wake, signal)
  }

  async exec(ref: InstanceRef, options: ExecOptions): Promise<ExecSession> {
    if (!options.cmd[0]) throw new InvalidSpec('exec needs a command')
    return openPodExec(this.#parts, await this.#running(ref), options)
  }

  async logs(ref: InstanceRef, { tail }: { tail: number }): Promise<string[]> {
    const pod = await this.#findPod(await this.#get(ref))
    return pod ? readPodLogs(this.#parts.client, pod, tail) : readSavedConsole(this.#parts, ref, tail)
  }

  async followLogs(ref: InstanceRef, signal: AbortSignal): Promise<Readable> {
    return followPodLogs(this.#parts.client, await this.#running(ref), signal)
  }

  async usage(refs: readonly InstanceRef[]): Promise<UsageSample[]> {
    const wanted = new Set(refs.map(({ id, generation }) => `${id} ${generation}`))
    const [pods, speaks] = await Promise.all([this.#parts.pods.list({ parts: ['main'] }), this.#parts.nodes.readiness()])
    this.#usage.keepOnly(new Set(pods.map(({ metadata }) => metadata.uid)))
    const running = pods.flatMap((pod) => {
      const ref = parseRef(pod)
      const isWanted = ref && wanted.has(`${ref.id} ${ref.generation}`) && isRunning(pod) && speaks.get(pod.spec.nodeName ?? '')
      return isWanted ? [{ pod, ref }] : []
    })
    return this.#usage.samples(running)
  }

  async snapshot(ref: InstanceRef, target: string, onProgress: (percent: number) => void): Promise<{ size_mb: number }> {
    this.#check(ref)
    return saveDiskImage(this.#parts, ref, target, onProgress)
  }

  async copyImage(source: string, target: string): Promise<void> {
    assertImageCopy(source, target)
    const { registry } = this.#parts.settings
    if (!registry) throw new ImageNotFound('a cluster without a registry has no saved image')
    return registry.copy(source, target)
  }

  async removeImage(image: string): Promise<void> {
    if (!isImageReference(image)) throw new InvalidSpec('image reference is malformed')
    const { registry } = this.#parts.settings
    if (registry?.keeps(image)) await registry.remove(image)
  }

  /** A saved image is in the registry, or nowhere. */
  async shareImage(_: string, image: string): Promise<void> {
    if (!(await requireRegistry(this.#parts).has(image))) throw new ImageNotFound(`no image ${image} in the registry`)
  }

  /** Accepts only the node that has the disks. */
  async relocate(ref: InstanceRef, host: string, onProgress: (percent: number) => void): Promise<void> {
    const { record } = await this.#get(ref)
    if (host !== record.host) throw new UnsupportedOperation('disks stay on their node')
    onProgress(100)
  }

  async copyDataDisk(from: InstanceRef, to: InstanceSpec, onProgress: (percent: number) => void): Promise<void> {
    this.#check(from)
    onProgress(0)
    await copyDataClaim(this.#parts, from, to)
    onProgress(100)
  }

  async dial(ref: InstanceRef, port: number, signal?: AbortSignal): Promise<Duplex> {
    assertTcpPort(port)
    return openPodConnection(this.#parts, await this.#running(ref), port, signal)
  }

  ensureImage(host: string, image: string, onProgress: (progress: PullProgress) => void, signal?: AbortSignal): Promise<void> {
    return pullToNode(this.#parts, host, image, onProgress, signal)
  }

  async close(): Promise<void> {
    this.#parts.client.close()
  }

  async #running(ref: InstanceRef): Promise<ClusterPod> {
    const pod = await this.#findPod(await this.#get(ref))
    if (!pod || !isRunning(pod)) throw new DriverConflict('instance is not running')
    return pod
  }

  #findPod({ ref, record }: SystemDisk): Promise<ClusterPod | undefined> {
    return this.#parts.pods.find(formatPodName(ref, record.boot))
  }

  async #get(ref: InstanceRef): Promise<SystemDisk> {
    this.#check(ref)
    const disk = await this.#findDisk(ref)
    if (!disk) throw new InstanceNotFound(`no disk of ${ref.id} generation ${ref.generation}`)
    return disk
  }

  async #findDisk(ref: InstanceRef): Promise<SystemDisk | undefined> {
    return (await this.#parts.disks.list(ref.id)).find((disk) => disk.ref.generation === ref.generation)
  }

  #check(ref: InstanceRef): void {
    assertInstanceRef(ref)
    if (ref.installation_id !== this.#parts.settings.installation_id) throw new InvalidSpec('ref of another installation')
  }
}

const isRunning = ({ metadata, status }: ClusterPod): boolean => status.phase === 'Running' && !metadata.deletionTimestamp
