import { acceleratorProfiles } from '#server/adapters/compute.shared/accelerators/profiles.ts'
import { withSingleFlight } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { FolderMount } from '#server/ports/compute.ts'
import { type DriverError, DriverUnavailable, MountMissing } from '#server/ports/driver-errors.ts'
import { buildReadingScript, type HostReading, parseReading } from './host-reading.ts'
import type { ProbeContainer } from './probe-container.ts'
import type { DockerSettings } from './settings.ts'

const readingLimitMs = 40_000
const folderLimitMs = 8_000
const freshMs = 5_000
const staleMs = 60_000
const readingScript = buildReadingScript(acceleratorProfiles)
const foldersScript = 'for at; do { [ -d "$at" ] && [ ! -L "$at" ]; } || echo "$at"; done'

/** Which host is asked, and where the engine keeps its data there. */
export interface ProbedHost {
  name: string
  engine_folder: string
}

type Outcome = { at: Date } & ({ reading: HostReading; error?: DriverError } | { reading?: undefined; error: DriverError })

/** What the host tells of itself through the probe container. A slow tool delays only the first look. */
export class HostProbe {
  readonly #container: Pick<ProbeContainer, 'run' | 'partial'>
  readonly #clock: Clock
  readonly #lxcfs_dir: string
  #last: Outcome | undefined
  readonly #refresh = withSingleFlight((host: ProbedHost) => this.#refreshNow(host))

  constructor(
    container: Pick<ProbeContainer, 'run' | 'partial'>,
    clock: Clock,
    { lxcfs_dir: lxcfsDir }: Pick<DockerSettings, 'lxcfs_dir'>,
  ) {
    this.#container = container
    this.#clock = clock
    this.#lxcfs_dir = lxcfsDir
  }

  /**
   * Returns what the host last told and asks it again, without waiting unless that is old, or `fresh` is wanted. With what it
   * told before goes why it tells nothing now; throws DriverUnavailable if it never told anything.
   */
  async look(host: ProbedHost, { fresh = false } = {}): Promise<{ reading: HostReading; problem?: string }> {
    const ageMs = this.#last ? this.#clock.now().getTime() - this.#last.at.getTime() : Number.POSITIVE_INFINITY
    const refreshed = ageMs < 0 || ageMs > freshMs ? this.#refresh(host) : undefined
    if (fresh || ageMs < 0 || ageMs > staleMs) await refreshed
    const { reading, error } = this.#last!
    if (!reading) throw error
    return { reading, ...(error && { problem: error.message }) }
  }

  /** Throws `MountMissing` unless every source is a folder on the host; an engine might otherwise create an empty one. */
  async assertMountsPresent(mounts: readonly FolderMount[] = []): Promise<void> {
    if (mounts.length === 0) return
    const missing = await this.findMissingFolders(mounts.map(({ source }) => source))
    const lost = mounts.find(({ source }) => missing.includes(source))
    if (lost) throw new MountMissing(`主机上没有文件夹 ${lost.source}（实例里的 ${lost.target}），请把它挂载到同一路径`)
  }

  /** Returns those of `folders` that the host does not have; none where not all of its mounts are seen. */
  async findMissingFolders(folders: readonly string[]): Promise<string[]> {
    const said = await this.#container.run(foldersScript, folders, folderLimitMs)
    if (this.#container.partial) return [] // it may lie on a mount; the engine itself refuses what is not there
    const lines = said.split('\n')
    return folders.filter((folder) => lines.includes(folder))
  }

  async #refreshNow(host: ProbedHost): Promise<void> {
    try {
      const said = await this.#container.run(readingScript, [this.#lxcfs_dir, host.engine_folder], readingLimitMs)
      this.#last = { at: this.#clock.now(), reading: parseReading(said, acceleratorProfiles, host.name) }
    } catch (error) {
      const words = new DriverUnavailable(`没能读取主机的情况：${(error as Error).message}`, { cause: error })
      this.#last = { at: this.#clock.now(), ...(this.#last?.reading && { reading: this.#last.reading }), error: words }
    }
  }
}
