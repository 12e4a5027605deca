import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { ContainerCreateOptions, ContainerInspectInfo, HostConfig, MountSettings } from 'dockerode'
import { readExecAnswer } from '#server/adapters/compute.shared/exec-answer.ts'
import { runWithSignals } from '#server/adapters/compute.shared/linked-signal.ts'
import { withSingleFlight } from '#server/lib/concurrency.ts'
import { DriverConflict, DriverError, DriverUnavailable } from '#server/ports/driver-errors.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { engineStatusOf } from './engine-errors.ts'
import { startExec } from './exec-session.ts'
import { ExecStream } from './exec-stream.ts'
import { emptyLabels, formatProbeName, probeLabels } from './names.ts'
import type { DockerSettings } from './settings.ts'
import { listToolImages, noToolImage } from './tool-images.ts'

const hostFolder = '/host'
const lifetimeSeconds = 6 * 3600
const maxAnswerLength = 2 ** 20
const removalPatienceMs = 2000
const firstLimitMs = 10_000
const nameTries = 10
const namePauseMs = 200
const [notFound, conflict] = [404, 409]
/** Printed last, so that an answer that breaks off is none. */
const endMark = '#zhisuan end'
const environment = [
  'LC_ALL=C',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/xpu/bin',
  'LD_LIBRARY_PATH=/usr/local/Ascend/driver/lib64:/usr/local/Ascend/driver/lib64/common:/usr/local/Ascend/driver/lib64/driver',
]

type ProbePlan = Omit<ContainerCreateOptions, 'name' | 'Image'> & { HostConfig: HostConfig }

/**
 * A container of ours on the engine's host in which programs of that host are run, wherever the engine is. It sees the host's
 * files read-only and opens the cards' device files; it has no network. It ends by itself after some hours and is made again when
 * it is needed, so that nothing stays on a host that was given up.
 */
export class ProbeContainer {
  readonly #engine: DockerEngine
  readonly #settings: Pick<DockerSettings, 'installation_id' | 'check_image' | 'probe_root'>
  #container: string | undefined
  /** The one that this driver made, which another server may use meanwhile. */
  #made: string | undefined
  #partial = false
  #closed = false
  readonly #ensure = withSingleFlight(() => this.#ensureNow())

  constructor(engine: DockerEngine, settings: Pick<DockerSettings, 'installation_id' | 'check_image' | 'probe_root'>) {
    this.#engine = engine
    this.#settings = settings
  }

  /** True if only the root file system of the host is seen, as far as is known. */
  get partial(): boolean {
    return this.#partial
  }

  /** Runs a shell script on the host and returns what it prints. Throws DriverUnavailable if it does not end in time. */
  async run(script: string, args: readonly string[], limitMs: number): Promise<string> {
    const container = this.#container ?? (await this.#ensure())
    const execute = (at: string) =>
      runWithSignals([this.#engine.closed, AbortSignal.timeout(limitMs)], (cut) => this.#execute(at, script, args, cut))
    try {
      return await execute(container)
    } catch (error) {
      if (this.#container === container) this.#container = undefined
      if (![notFound, conflict].includes(engineStatusOf(error) ?? 0)) throw error
      return execute(await this.#ensure()) // it had ended, or another server removed it
    }
  }

  /** Removes the container if this driver made it; gives up soon on an engine that does not answer. */
  async remove(): Promise<void> {
    this.#closed = true
    if (this.#made === undefined) return
    await Promise.race([this.#removeOne(this.#made), after(removalPatienceMs, undefined, { ref: false })]).catch(() => undefined)
  }

  async #ensureNow(): Promise<string> {
    for (let tries = 0; tries < nameTries; tries += 1) {
      if (this.#closed) throw new DriverUnavailable('driver is closed')
      const made = (await this.#adopt(tries === nameTries - 1)) ?? (await this.#make())
      if (made) return made
      await after(namePauseMs)
    }
    throw new DriverUnavailable('检查主机用的容器没能建立：它的名字一直被占用')
  }

  /** Takes the container that is there, or removes it. One that another server is about to start is left alone, until `last`. */
  async #adopt(last: boolean): Promise<string | undefined> {
    const name = formatProbeName(this.#settings.installation_id)
    const found: ContainerInspectInfo | undefined = await ignoreStatuses(
      [notFound],
      this.#engine.call((docker) => docker.getContainer(name).inspect()),
    )
    if (!found) return undefined
    const plan = computePlanDigest(this.#settings, buildProbePlan(this.#settings, true))
    if (found.State.Running && found.Config.Labels?.[probeLabels.plan] === plan) {
      this.#container = found.Id
      this.#partial = (found.HostConfig.Mounts?.length ?? 0) > 1
      return found.Id
    }
    if (found.State.Status !== 'created' || last) await this.#removeNamed()
    return undefined
  }

  /** Makes the container from the first image that can do it; undefined if somebody else has taken its name. */
  async #make(): Promise<string | undefined> {
    const images = await listToolImages(this.#engine, this.#settings)
    let fault = noToolImage
    for (const image of images) {
      try {
        const made = await this.#start(image)
        const { ended, said } = await this.#ask(made, ':', [], AbortSignal.timeout(firstLimitMs))
        if (ended) {
          this.#container = made
          return made
        }
        fault = describeRefusal(said)
      } catch (error) {
        if (error instanceof DriverConflict) return undefined
        if (!(error instanceof DriverError) || engineStatusOf(error) === undefined) throw error
        fault = error.message
      }
      await this.#removeNamed()
    }
    throw new DriverUnavailable(fault)
  }

  async #start(image: string): Promise<string> {
    const create = async (shared: boolean) => {
      const plan = buildProbePlan(this.#settings, shared)
      const Labels = {
        ...emptyLabels,
        [probeLabels.installation]: this.#settings.installation_id,
        [probeLabels.plan]: computePlanDigest(this.#settings, buildProbePlan(this.#settings, true)),
      }
      const name = formatProbeName(this.#settings.installation_id)
      const { id } = await this.#engine.call((docker) => docker.createContainer({ ...plan, name, Image: image, Labels }))
      this.#made = id
      this.#partial = !shared
      await this.#engine.call((docker) => docker.getContainer(id).start())
      return id
    }
    try {
      return await create(true)
    } catch (error) {
      if (!(error instanceof DriverError) || !/shared or slave/i.test(error.message)) throw error
      await this.#removeNamed()
      return create(false)
    }
  }

  async #execute(container: string, script: string, args: readonly string[], signal: AbortSignal): Promise<string> {
    const { ended, said } = await this.#ask(container, script, args, signal)
    if (!ended) throw new DriverUnavailable(describeRefusal(said))
    return said
  }

  async #ask(
    container: string,
    script: string,
    args: readonly string[],
    signal: AbortSignal,
  ): Promise<{ ended: boolean; said: string }> {
    const Cmd = ['chroot', hostFolder, 'sh', '-c', `${script}\necho '${endMark}'`, 'sh', ...args]
    const { raw } = await startExec(this.#engine, container, { Cmd, Tty: false, Env: environment })
    const stream = new ExecStream(raw, false)
    stream.end()
    const said = await readExecAnswer(stream, maxAnswerLength, signal)
    if (said === undefined) throw new DriverUnavailable('主机没有在限定时间内答完')
    const end = said.lastIndexOf(endMark)
    return end < 0 ? { ended: false, said } : { ended: true, said: said.slice(0, end) }
  }

  async #removeNamed(): Promise<void> {
    this.#container = undefined
    await this.#removeOne(formatProbeName(this.#settings.installation_id))
  }

  async #removeOne(container: string): Promise<void> {
    await ignoreStatuses(
      [notFound, conflict],
      this.#engine.call((docker) => docker.getContainer(container).remove({ force: true, v: true })),
    )
  }
}

const describeRefusal = (said: string): string => `主机上的程序没能运行：${said.replace(/\s+/g, ' ').trim().slice(0, 200)}`

/**
 * Where the host's mounts are shared, what it mounts and unmounts later is seen as well. Where they are private, only its root,
 * devices and processes are mounted: a copy of the others would keep every disk that the host unmounts in use.
 */
const buildMounts = (root: string, shared: boolean): MountSettings[] =>
  shared
    ? [{ Type: 'bind', Source: root, Target: hostFolder, ReadOnly: true, BindOptions: { Propagation: 'rslave' } }]
    : [
        { Type: 'bind', Source: root, Target: hostFolder, ReadOnly: true, BindOptions: { NonRecursive: true } as never },
        ...['dev', 'proc'].map((name) => ({
          ...{ Type: 'bind' as const, Source: join(root, name), Target: `${hostFolder}/${name}`, ReadOnly: true },
        })),
      ]

function buildProbePlan({ probe_root: root }: Pick<DockerSettings, 'probe_root'>, shared: boolean): ProbePlan {
  return {
    Entrypoint: ['sleep'],
    Cmd: [String(lifetimeSeconds)],
    User: '0:0',
    Env: ['NVIDIA_VISIBLE_DEVICES=void', 'ASCEND_VISIBLE_DEVICES='],
    HostConfig: {
      AutoRemove: true,
      Init: true,
      NetworkMode: 'none',
      CapDrop: ['ALL'],
      // Device files and data sets belong to other users, and are closed to a root without DAC_OVERRIDE.
      CapAdd: ['SYS_CHROOT', 'DAC_OVERRIDE'],
      SecurityOpt: ['no-new-privileges'],
      ReadonlyRootfs: true,
      DeviceCgroupRules: ['c *:* rw'],
      PidsLimit: 64,
      Memory: 512 * 2 ** 20,
      Mounts: buildMounts(root, shared),
    },
  }
}

const computePlanDigest = ({ check_image: image }: Pick<DockerSettings, 'check_image'>, plan: ProbePlan): string =>
  createHash('sha256')
    .update(JSON.stringify([image, plan]))
    .digest('hex')
    .slice(0, 16)
