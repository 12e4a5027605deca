import { setTimeout as after } from 'node:timers/promises'
import type Docker from 'dockerode'
import { runWithSignals } from '#server/adapters/compute.shared/linked-signal.ts'
import type { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import type { EngineAccess } from '#server/ports/engines.ts'
import { createEngineClient } from './engine-access.ts'
import { engineStatusOf, toDriverError } from './engine-errors.ts'
import type { RegistryAuthByHost } from './registry-auth.ts'

const pingEveryMs = 5_000

/** The engine, however it is reached. Maps every failure to a `DriverError`. */
export class DockerEngine {
  readonly docker: Docker
  readonly registry_auths: RegistryAuthByHost
  /** The home of saved images; without it, they stay on this host. */
  readonly registry: SavedImageRegistry | undefined
  readonly #timeout_ms: number
  readonly #closing = new AbortController()
  readonly #hang_up: () => void

  constructor(
    access: EngineAccess,
    timeoutMs: number,
    registryAuths: RegistryAuthByHost = new Map(),
    registry?: SavedImageRegistry,
  ) {
    const { docker, close } = createEngineClient(access)
    this.docker = docker
    this.#hang_up = close
    this.registry_auths = registryAuths
    this.registry = registry
    this.#timeout_ms = timeoutMs
  }

  /** Aborts when the driver is closed. */
  get closed(): AbortSignal {
    return this.#closing.signal
  }

  close(): void {
    this.#closing.abort()
    this.#hang_up()
  }

  /** Makes a quick call; throws `DriverUnavailable` on a timeout, on cancellation or when the driver closes. */
  async call<T>(work: (docker: Docker, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), this.#timeout_ms)
    try {
      return await runWithSignals([this.closed, late.signal, ...(signal ? [signal] : [])], (cut) => this.#run(work, cut))
    } finally {
      clearTimeout(timer)
    }
  }

  /** Makes a call without a timeout, such as a stop or a stream; the signal stays tied to the stream. */
  longCall<T>(work: (docker: Docker, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#run(work, AbortSignal.any([this.closed, ...(signal ? [signal] : [])]))
  }

  /**
   * Makes a long call that is given up when the engine answers nothing else meanwhile. To a host that vanished while something was
   * on its way, if only the question on a connection that was open, the connection itself would take a quarter of an hour to say so.
   */
  async watchedCall<T>(work: (docker: Docker, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const [gone, done] = [new AbortController(), new AbortController()]
    const watching = this.#watch(gone, done.signal)
    try {
      return await this.longCall(work, signal ? AbortSignal.any([gone.signal, signal]) : gone.signal)
    } finally {
      done.abort()
      await watching
    }
  }

  /** Aborts `gone` when the engine has not answered twice, until `done`. */
  async #watch(gone: AbortController, done: AbortSignal): Promise<void> {
    for (let missed = 0; missed < 2 && !done.aborted; ) {
      await after(pingEveryMs, undefined, { signal: done, ref: false }).catch(() => undefined)
      if (done.aborted) return
      const answers = await this.call((docker) => docker.ping(), done).then(
        () => true,
        () => false,
      )
      missed = answers ? 0 : missed + 1
    }
    gone.abort()
  }

  async #run<T>(work: (docker: Docker, signal: AbortSignal) => Promise<T>, cut: AbortSignal): Promise<T> {
    if (cut.aborted) throw new DriverUnavailable(this.closed.aborted ? 'driver is closed' : 'call was cancelled')
    try {
      return await rejectOnAbort(work(this.docker, cut), cut)
    } catch (error) {
      throw toDriverError(error)
    }
  }
}

/** Settles with `work`, but rejects as soon as `signal` aborts: an interrupted response body would never end. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cut = () => reject(new DriverUnavailable('the engine did not answer in time, or the call was cancelled'))
    signal.addEventListener('abort', cut, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cut))
  })
}

/** Awaits `work`; undefined if the engine answers with one of `statuses`. */
export async function ignoreStatuses<T>(statuses: readonly number[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const status = engineStatusOf(error)
    if (status !== undefined && statuses.includes(status)) return undefined
    throw error
  }
}
