import { setTimeout as after } from 'node:timers/promises'
import type Docker from 'dockerode'
import { type ClusterApi, isStatus } from './cluster-api.ts'
import { planPodContainer, readEnv } from './container-plan.ts'
import { ensurePodImage, ImageProblem, type Registry, readRegistriesOf, type WantedImage } from './images.ts'
import { listImageVolumes, unpackImage } from './newer-spec.ts'
import type { StandInNode } from './nodes.ts'
import type { Pod } from './objects.ts'
import { type ContainerRecord, createRecord, describeEvent, describePod, type PodRecord } from './pod-status.ts'
import { listBinds, type MountPoints, prepareVolumes, removePodVolumes } from './pod-volumes.ts'
import { passProbes } from './probes.ts'

/** What every pod of a kubelet has at hand. */
export interface Workplace {
  api: ClusterApi
  docker: Docker
  /** Marks what is this kubelet's on the engine. */
  label: string
  cpus: number
  faults: { pull_refusal?: string; holds_deletions: boolean }
  /** The kubelet has ended. */
  over: AbortSignal
  /** Called when a pod has left the engine and the cluster. */
  pod_left: () => void
}

const retryMs = 200
const firstBackOffMs = 500
const longestBackOffMs = 5_000
const defaultGraceSeconds = 30

/** One pod of the node, from its binding to its end: its containers on the engine, and what the cluster is told of them. */
export class PodLife {
  pod: Pod
  readonly node: StandInNode
  readonly record: PodRecord
  readonly #workplace: Workplace
  readonly #over = new AbortController()
  #cards: ReadonlyMap<string, number[]> = new Map()
  #reports: Promise<void> = Promise.resolve()
  #running: Promise<void> = Promise.resolve()
  #ending: Promise<void> | undefined
  #oomKilled = false
  #forced = false

  constructor(workplace: Workplace, node: StandInNode, pod: Pod) {
    this.#workplace = workplace
    this.node = node
    this.pod = pod
    this.record = createRecord(pod)
  }

  run(): Promise<void> {
    const { signal } = this.#over
    this.#running = this.node.speaks().then(async () => {
      if (!signal.aborted && this.#admit()) await this.#runContainers(signal)
    })
    return this.#running.catch((error) => {
      if (!signal.aborted) throw error
    })
  }

  /** Takes what the cluster says of the pod now; a wish to delete it begins its end. */
  async update(pod: Pod): Promise<void> {
    this.pod = pod
    if (!pod.metadata.deletionTimestamp) return
    this.#ending ??= this.#terminate()
    await this.#ending
  }

  /** The cluster no longer has the pod, by another's force: its containers go at once. */
  async clear(): Promise<void> {
    await this.node.speaks()
    this.#forced = true
    this.#over.abort()
    await this.#ending?.catch(() => undefined)
    await this.#removeAll()
  }

  /** Has the cluster no longer know the pod. */
  async forget(): Promise<void> {
    const { uid, namespace, name } = this.pod.metadata
    const exactly = { gracePeriodSeconds: 0, preconditions: { uid } }
    await this.#workplace.api.delete(`/api/v1/namespaces/${namespace}/pods/${name}`, exactly).catch((error) => {
      if (!isStatus(404, 409)(error)) throw error
    })
  }

  /** Ends the pod for good, but leaves it to be seen. */
  async evict(message: string): Promise<void> {
    this.record.failure = { reason: 'Evicted', message }
    this.#over.abort()
    await this.#stopContainers(1)
    this.node.giveBackCards(this.pod)
    await this.report()
    this.#tell('Evicted', message, 'Warning')
  }

  /** Kills the containers as the kernel does for want of memory. */
  async killForMemory(): Promise<void> {
    this.#oomKilled = true
    await this.#stopContainers(0)
  }

  /** In turn, each with what is known when its turn has come. */
  report(): Promise<void> {
    this.#reports = this.#reports.then(async () => {
      await this.node.speaks()
      while (!(await this.#reportNow())) await after(retryMs)
    })
    return this.#reports
  }

  /** Whether nothing is left to be said: the API server may be away for a while. */
  async #reportNow(): Promise<boolean> {
    const { uid, namespace, name } = this.pod.metadata
    const status = describePod(this.record, this.pod.status)
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`
    try {
      const told = await this.#workplace.api.patch<Pod>(path, { metadata: { uid }, status })
      this.pod = { ...this.pod, status: told.status }
      return true
    } catch (error) {
      const isPointless = isStatus(404, 409)(error) || this.#workplace.over.aborted
      if (!isPointless) console.error(`pod ${name}:`, (error as Error).message)
      return isPointless
    }
  }

  /** Refuses what the node cannot hold: whoever names a node himself has not asked the scheduler. */
  #admit(): boolean {
    const refuse = (message: string) => {
      this.record.failure = { reason: 'UnexpectedAdmissionError', message }
      void this.report()
      return false
    }
    const cards = this.node.takeCards(this.pod)
    if (!cards) return refuse('Allocate failed due to requested number of devices unavailable')
    this.#cards = cards
    return this.pod.spec.restartPolicy === 'Never' || refuse('the stand-in kubelet runs pods of restartPolicy Never alone')
  }

  async #runContainers(signal: AbortSignal): Promise<void> {
    await this.report()
    const points = await this.#mount(signal)
    const { api, docker, label } = this.#workplace
    const auths = await readRegistriesOf(api, this.pod)
    for (const volume of listImageVolumes(this.pod)) {
      await this.#pull(this.record.main[0]!, volume, auths, signal)
      await unpackImage(docker, volume.image, label, points.get(volume.name)!)
    }
    for (const one of this.record.init) {
      await this.#start(one, points, auths, undefined, signal)
      await this.report()
      await this.#waitFor(one)
      await this.report()
      if (one.state.terminated?.exitCode !== 0) return
    }
    for (const one of this.record.main) {
      await this.#start(one, points, auths, one === this.record.main[0] ? undefined : this.record.main[0]?.id, signal)
      await this.report()
    }
    const ends = this.record.main.map(async (one) => {
      void passProbes(this.#workplace.docker, one, this.record.ip ?? '', signal).then(() => this.report())
      await this.#waitFor(one)
      await this.report()
    })
    await Promise.all(ends)
    this.node.giveBackCards(this.pod)
  }

  async #mount(signal: AbortSignal): Promise<MountPoints> {
    const { api, docker, label } = this.#workplace
    for (let told = ''; ; await after(retryMs, undefined, { signal })) {
      try {
        return await prepareVolumes(api, docker, label, this.pod)
      } catch (error) {
        signal.throwIfAborted()
        const { message } = error as Error
        if (message !== told) this.#tell('FailedMount', `MountVolume.SetUp failed: ${message}`, 'Warning')
        told = message
      }
    }
  }

  async #start(
    one: ContainerRecord,
    points: MountPoints,
    auths: readonly Registry[],
    network: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { api, docker, label, cpus } = this.#workplace
    one.image_id = await this.#pull(one, one.container, auths, signal)
    signal.throwIfAborted()
    const labels = { [label]: '', 'io.kubernetes.pod.uid': this.pod.metadata.uid }
    const env = await readEnv(api, this.pod, one.container, this.#cards)
    const binds = await listBinds(this.pod, one.container, points)
    const plan = planPodContainer(this.pod, one.container, { cpus, labels, binds, env, ...(network && { network }) })
    const container = await docker.createContainer(plan)
    one.id = container.id
    signal.throwIfAborted()
    const refused = await container.start().then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (signal.aborted) await container.kill().catch(() => undefined) // it was not there to be stopped
    const { State, NetworkSettings } = await container.inspect()
    this.record.ip = Object.values(NetworkSettings.Networks)[0]?.IPAddress || this.record.ip
    const containerID = `docker://${container.id}`
    const times = { startedAt: this.record.started_at, finishedAt: new Date().toISOString() }
    one.state = refused
      ? { terminated: { reason: 'ContainerCannotRun', exitCode: State.ExitCode || 128, message: refused, containerID, ...times } }
      : { running: { startedAt: State.StartedAt } }
    one.passed = !one.container.startupProbe && !one.container.readinessProbe
    if (!refused) this.#tell('Started', `Started container ${one.container.name}`)
  }

  async #pull(one: ContainerRecord, wanted: WantedImage, auths: readonly Registry[], signal: AbortSignal): Promise<string> {
    const told = (reason: 'Pulling' | 'Pulled') => this.#tell(reason, `${reason} image "${wanted.image}"`)
    for (let backOff = firstBackOffMs; ; backOff = Math.min(backOff * 2, longestBackOffMs)) {
      try {
        return await ensurePodImage(this.#workplace.docker, wanted, {
          refusal: this.#workplace.faults.pull_refusal,
          auths,
          told,
          signal,
        })
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ImageProblem)) throw error
        const { reason, message } = error
        one.state = { waiting: { reason, message } }
        this.#tell('Failed', `Failed to pull image "${wanted.image}": ${message}`, 'Warning')
        await this.report()
        await after(backOff, undefined, { signal })
        const backingOff = `Back-off pulling image "${wanted.image}"`
        if (reason === 'ErrImagePull') one.state = { waiting: { reason: 'ImagePullBackOff', message: backingOff } }
        this.#tell('BackOff', backingOff)
        await this.report()
        await after(backOff, undefined, { signal })
      }
    }
  }

  async #waitFor(one: ContainerRecord): Promise<void> {
    if (one.state.terminated || !one.id) return
    const container = this.#workplace.docker.getContainer(one.id)
    await container.wait().catch(() => undefined)
    const { State } = await container.inspect().catch(() => ({ State: undefined }))
    const now = new Date().toISOString()
    const { ExitCode = 137, OOMKilled = false, StartedAt = now, FinishedAt = now } = State ?? {}
    const reason = OOMKilled || this.#oomKilled ? 'OOMKilled' : ExitCode === 0 ? 'Completed' : 'Error'
    const containerID = `docker://${one.id}`
    one.state = { terminated: { reason, exitCode: ExitCode, startedAt: StartedAt, finishedAt: FinishedAt, containerID } }
  }

  async #terminate(): Promise<void> {
    await this.node.speaks()
    this.#over.abort()
    this.#tell('Killing', 'Stopping container')
    await this.#stopContainers(this.pod.metadata.deletionGracePeriodSeconds ?? defaultGraceSeconds)
    while (this.#workplace.faults.holds_deletions && !this.#forced) await after(retryMs)
    await this.report()
    await this.#removeAll()
    await this.node.speaks()
    await this.forget()
  }

  async #stopContainers(graceSeconds: number): Promise<void> {
    const running = [...this.record.init, ...this.record.main].filter(({ id, state }) => id && !state.terminated)
    const stops = running.map(async (one) => {
      const container = this.#workplace.docker.getContainer(one.id!)
      await (graceSeconds > 0 ? container.stop({ t: graceSeconds }) : container.kill()).catch(() => undefined)
      await this.#waitFor(one)
    })
    await Promise.all(stops)
  }

  async #removeAll(): Promise<void> {
    const { docker, pod_left } = this.#workplace
    await this.#running.catch(() => undefined)
    const ids = [...this.record.init, ...this.record.main].flatMap(({ id }) => id ?? [])
    const removals = ids.map((id) => docker.getContainer(id).remove({ force: true, v: true }))
    await Promise.all(removals.map((removal) => removal.catch(() => undefined)))
    await removePodVolumes(docker, this.pod)
    this.node.giveBackCards(this.pod)
    pod_left()
  }

  /** An event of the pod, for whoever asks the cluster why. */
  #tell(reason: string, message: string, type: 'Normal' | 'Warning' = 'Normal'): void {
    const event = describeEvent(this.pod, { reason, message, type })
    const path = `/api/v1/namespaces/${this.pod.metadata.namespace}/events`
    void this.node.speaks().then(() => this.#workplace.api.create(path, event).catch(() => undefined))
  }
}
