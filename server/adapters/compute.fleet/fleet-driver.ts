import type { Duplex, Readable } from 'node:stream'
import { groupBy } from '#server/lib/group-by.ts'
import type { Clock } from '#server/ports/clock.ts'
import type {
  ComputeDriver,
  DiskPresence,
  ExecOptions,
  ExecSession,
  HostListing,
  InstanceSpec,
  MovingInstance,
  ObservedInstance,
  OnInstanceChange,
  PlacedInstanceRef,
  UsageSample,
} from '#server/ports/compute.ts'
import type { HostReport } from '#server/ports/compute-host.ts'
import { DriverUnavailable, ImageNotFound } from '#server/ports/driver-errors.ts'
import type { EngineSource } from '#server/ports/engines.ts'
import type { PullProgress } from '#server/ports/image-pull.ts'
import { bringDisksHome, copyDataDiskAcross, moveDisks } from './disk-moves.ts'
import type { EngineLink } from './engine-link.ts'
import { type OpenEngine, OpenEngines } from './open-engines.ts'

/** How long a look at the whole fleet waits for one engine, whose hosts then count as silent. */
const lookPatienceMs = 10_000
const watchRestMs = 5_000

/** Many engines as one driver. A call goes to the engine of the host it names and waits for no other. */
export class FleetDriver implements ComputeDriver {
  readonly kind = 'fleet'
  readonly #clock: Clock
  readonly #engines: OpenEngines
  readonly #closing = new AbortController()

  constructor(source: EngineSource, clock: Clock) {
    this.#clock = clock
    this.#engines = new OpenEngines(source, clock)
  }

  /** Is well if any engine is, or none is there to fail; how each host is, the inventory says. */
  async health(signal?: AbortSignal): Promise<{ ok: boolean; version?: string; problem?: string }> {
    if (this.#closing.signal.aborted) return { ok: false, problem: '驱动已关闭' }
    const engines = (await this.#engines.all()).filter(({ link }) => !link.closed)
    const answers = await Promise.all(
      engines.map(({ link }) =>
        this.#inTime(link.health(signal)).catch(({ message }: Error) => ({ ok: false, problem: message })),
      ),
    )
    return answers.find(({ ok }) => ok) ?? answers[0] ?? { ok: true }
  }

  async inventory(signal?: AbortSignal): Promise<HostReport[]> {
    this.#check(signal)
    await this.#engines.refresh()
    const { found, answered } = await this.#lookAtAll(
      signal,
      async (driver, engine) => (await driver.inventory(signal)).map((report) => ({ ...report, engine })),
      (host, problem, engine): HostReport => ({ host, engine, problem: `引擎没有应答：${problem}` }),
    )
    if (answered || found.length > 0) return found
    throw new DriverUnavailable('no engine answers')
  }

  async list(signal?: AbortSignal): Promise<HostListing[]> {
    this.#check(signal)
    const { found, answered } = await this.#lookAtAll(
      signal,
      (driver) => driver.list(signal),
      (host): HostListing => ({ host, complete: false, seen: [] }),
    )
    if (answered) return found
    throw new DriverUnavailable('no engine answers')
  }

  ensureRunning(spec: InstanceSpec): Promise<ObservedInstance> {
    return this.#at(spec, (driver) => driver.ensureRunning(spec))
  }

  ensureStopped(ref: PlacedInstanceRef, options: { grace_seconds: number }): Promise<ObservedInstance> {
    return this.#at(ref, (driver) => driver.ensureStopped(ref, options))
  }

  ensureAbsent(ref: PlacedInstanceRef, options?: { keep_data_disk?: boolean }): Promise<void> {
    return this.#at(ref, (driver) => driver.ensureAbsent(ref, options))
  }

  findDataDisk(ref: PlacedInstanceRef): Promise<{ name: string; size_mb: number | null } | undefined> {
    return this.#at(ref, (driver) => driver.findDataDisk(ref))
  }

  observe(ref: PlacedInstanceRef): Promise<ObservedInstance> {
    return this.#at(ref, (driver) => driver.observe(ref))
  }

  disks(ref: PlacedInstanceRef): Promise<DiskPresence> {
    return this.#at(ref, (driver) => driver.disks(ref))
  }

  /** Watches each engine for itself; engines that are added meanwhile join. */
  async watch(wake: OnInstanceChange, signal: AbortSignal, onSilence: (host: string) => void = () => undefined): Promise<void> {
    this.#check(signal)
    const end = AbortSignal.any([signal, this.#closing.signal])
    const watched = new Map<OpenEngine, Promise<void>>()
    while (!end.aborted) {
      for (const engine of await this.#engines.all()) {
        if (watched.has(engine)) continue
        const watching = this.#watchOne(engine, wake, end, onSilence).finally(() => watched.delete(engine))
        watched.set(engine, watching)
      }
      await this.#clock.sleep(watchRestMs, end)
    }
    await Promise.all(watched.values())
  }

  exec(ref: PlacedInstanceRef, options: ExecOptions): Promise<ExecSession> {
    return this.#at(ref, (driver) => driver.exec(ref, options))
  }

  logs(ref: PlacedInstanceRef, options: { tail: number }): Promise<string[]> {
    return this.#at(ref, (driver) => driver.logs(ref, options))
  }

  followLogs(ref: PlacedInstanceRef, signal: AbortSignal): Promise<Readable> {
    return this.#at(ref, (driver) => driver.followLogs(ref, signal))
  }

  /** Asks each engine once, for all its hosts. */
  async usage(refs: readonly PlacedInstanceRef[]): Promise<UsageSample[]> {
    this.#check()
    const placed: { engine: OpenEngine; own: PlacedInstanceRef[] }[] = []
    for (const [host, own] of groupBy(refs, (ref) => ref.host)) {
      const engine = await this.#engineOf(host).catch(() => undefined)
      if (engine) placed.push({ engine, own })
    }
    const samples = await Promise.allSettled(
      [...groupBy(placed, ({ engine }) => engine)].map(([{ link }, hosts]) =>
        this.#askInTime(link, (driver) => driver.usage(hosts.flatMap(({ own }) => own))),
      ),
    )
    return samples.flatMap((engine) => (engine.status === 'fulfilled' ? engine.value : []))
  }

  snapshot(ref: PlacedInstanceRef, target: string, onProgress: (percent: number) => void): Promise<{ size_mb: number }> {
    return this.#at(ref, (driver) => driver.snapshot(ref, target, onProgress))
  }

  /** Asks one engine after the other until one has the image; one that is silent may be the one that has it. */
  async copyImage(source: string, target: string): Promise<void> {
    this.#check()
    let missed: DriverUnavailable | undefined
    for (const { link } of await this.#engines.all()) {
      try {
        return await link.ask((driver) => driver.copyImage(source, target))
      } catch (error) {
        if (error instanceof DriverUnavailable) missed = error
        else if (!(error instanceof ImageNotFound)) throw error
      }
    }
    throw missed ?? new ImageNotFound(`no engine has image ${source}`)
  }

  shareImage(host: string, image: string): Promise<void> {
    return this.#at({ host }, (driver) => driver.shareImage(host, image))
  }

  async removeImage(image: string): Promise<void> {
    this.#check()
    await Promise.all((await this.#engines.all()).map(({ link }) => link.ask((driver) => driver.removeImage(image))))
  }

  async relocate(instance: MovingInstance, host: string, onProgress: (percent: number) => void): Promise<void> {
    const [from, to] = [await this.#engineOf(instance.host), await this.#engineOf(host)]
    if (from !== to) return moveDisks(from, to, instance, onProgress)
    const apart = await from.link.ask(async ({ transfer }) => transfer !== undefined)
    if (!apart) return from.link.ask((driver) => driver.relocate(instance, host, onProgress))
    const others = (await this.#engines.all()).filter((engine) => engine !== from)
    await bringDisksHome(from, others, instance, (work) => this.#inTime(work), onProgress)
  }

  async copyDataDisk(from: PlacedInstanceRef, to: InstanceSpec, onProgress: (percent: number) => void): Promise<void> {
    const [source, target] = [await this.#engineOf(from.host), await this.#engineOf(to.host)]
    if (source !== target) return copyDataDiskAcross(source, target, from, to, onProgress)
    await source.link.ask((driver) => driver.copyDataDisk(from, to, onProgress))
  }

  dial(ref: PlacedInstanceRef, port: number, signal?: AbortSignal): Promise<Duplex> {
    return this.#at(ref, (driver) => driver.dial(ref, port, signal))
  }

  ensureImage(host: string, image: string, onProgress: (progress: PullProgress) => void, signal?: AbortSignal): Promise<void> {
    return this.#at({ host }, (driver) => driver.ensureImage(host, image, onProgress, signal))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#engines.close()
  }

  async #engineOf(host: string): Promise<OpenEngine> {
    this.#check()
    return this.#engines.of(host)
  }

  async #at<T>({ host }: { host: string }, call: (driver: ComputeDriver) => Promise<T>): Promise<T> {
    return (await this.#engineOf(host)).link.ask(call)
  }

  /**
   * Asks all engines side by side; `silent` stands for each known host of one that does not answer in time, and `answered` tells
   * whether any did, or none is there to ask. A host that two have belongs to the one that had it first.
   */
  async #lookAtAll<T extends { host: string }>(
    signal: AbortSignal | undefined,
    ask: (driver: ComputeDriver, engine: string) => Promise<T[]>,
    silent: (host: string, problem: string, engine: string) => T,
  ): Promise<{ found: T[]; answered: boolean }> {
    const engines = await this.#engines.all()
    let answered = engines.every(({ link }) => link.closed)
    const looks = await Promise.all(
      engines.map(async ({ id, link, hosts }) => {
        try {
          const told = await this.#askInTime(link, (driver) => ask(driver, id))
          answered = true
          return told
        } catch (error) {
          if (!(error instanceof DriverUnavailable)) throw error
          return [...hosts].map((host) => silent(host, link.problem ?? error.message, id))
        }
      }),
    )
    this.#check(signal)
    return {
      found: engines.flatMap((engine, nth) => looks[nth]!.filter(({ host }) => this.#engines.claim(engine, host))),
      answered,
    }
  }

  async #watchOne(
    { link, hosts }: OpenEngine,
    wake: OnInstanceChange,
    end: AbortSignal,
    onSilence: (host: string) => void,
  ): Promise<void> {
    const wasSilent = link.problem !== undefined
    await link.ask((driver) => driver.watch(wake, end)).catch(() => undefined)
    if (end.aborted || wasSilent) return
    await link.examine()
    if (link.problem) for (const host of hosts) onSilence(host)
  }

  /** Who did not answer in time is asked how it is: if it hangs, nobody waits for it again. */
  #askInTime<T>(link: EngineLink, call: (driver: ComputeDriver) => Promise<T>): Promise<T> {
    return this.#inTime(link.ask(call), () => void link.examine())
  }

  async #inTime<T>(work: Promise<T>, onLate: () => void = () => undefined): Promise<T> {
    const done = new AbortController()
    const late = this.#clock.sleep(lookPatienceMs, done.signal).then(() => {
      if (done.signal.aborted) return work
      onLate()
      throw new DriverUnavailable('no answer in time')
    })
    try {
      return await Promise.race([work, late])
    } finally {
      done.abort()
      work.catch(() => undefined)
      late.catch(() => undefined)
    }
  }

  #check(signal?: AbortSignal): void {
    if (this.#closing.signal.aborted) throw new DriverUnavailable('driver is closed')
    if (signal?.aborted) throw new DriverUnavailable('call was cancelled')
  }
}
