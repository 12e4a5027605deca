import type { Duplex } from 'node:stream'
import type { CardReading } from '#server/adapters/compute.shared/accelerators/profile.ts'
import { getAcceleratorProfile } from '#server/adapters/compute.shared/accelerators/profiles.ts'
import { readExecAnswer } from '#server/adapters/compute.shared/exec-answer.ts'
import type { Clock } from '#server/ports/clock.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import type { OurContainer } from './containers.ts'
import type { DockerEngine } from './engine.ts'
import { openExec } from './exec-session.ts'
import type { HostFacts } from './host-facts.ts'
import { parseLabelGpus } from './names.ts'

const checkTimeoutMs = 30_000
const maxAnswerLength = 65_536

/** Checks whether a running container sees its cards; asks once per start of a container. */
export class GpuCheck {
  readonly #engine: DockerEngine
  readonly #clock: Clock
  readonly #facts: Pick<HostFacts, 'cards'>
  readonly #verdicts = new Map<string, { start: string; missing: boolean }>()

  constructor(engine: DockerEngine, clock: Clock, facts: Pick<HostFacts, 'cards'>) {
    this.#engine = engine
    this.#clock = clock
    this.#facts = facts
  }

  async isMissing(container: OurContainer): Promise<boolean> {
    const { info } = container
    const uuids = parseLabelGpus(info.Config.Labels ?? {})
    if (uuids.length === 0) return false
    const known = this.#verdicts.get(info.Id)
    if (known?.start === info.State.StartedAt) return known.missing
    const real = await this.#realCards()
    if (!real) return false // nobody can tell now; asked again with the next look
    const missing = await this.#misses(container, uuids, real)
    this.#verdicts.set(info.Id, { start: info.State.StartedAt, missing })
    return missing
  }

  /** Drops the results of containers that no longer exist. */
  keepOnly(containers: ReadonlySet<string>): void {
    for (const container of this.#verdicts.keys()) if (!containers.has(container)) this.#verdicts.delete(container)
  }

  /** Returns the real cards of the host; undefined if it does not tell. */
  async #realCards(): Promise<CardReading[] | undefined> {
    try {
      return await this.#facts.cards()
    } catch (error) {
      if (error instanceof DriverUnavailable) return undefined
      throw error
    }
  }

  /** Simulated cards are never missing. */
  async #misses(container: OurContainer, uuids: readonly string[], real: readonly CardReading[]): Promise<boolean> {
    if (real.length === 0) return false
    const cards = real.filter(({ uuid }) => uuids.includes(uuid))
    return cards.length < uuids.length || !(await this.#sees(container, cards))
  }

  async #sees(container: OurContainer, cards: readonly CardReading[]): Promise<boolean> {
    const { check, sees } = getAcceleratorProfile(cards[0]!.vendor)
    try {
      const session = await openExec(this.#engine, this.#clock, container, { cmd: [...check] })
      const listed = await this.#answer(session.stream)
      return listed !== undefined && (await session.exit) === 0 && sees(listed, cards)
    } catch (error) {
      if (error instanceof DriverUnavailable) throw error
      return false // no such program in the container: no cards either
    }
  }

  /** The program belongs to the user and must not block the list for everybody. */
  async #answer(stream: Duplex): Promise<string | undefined> {
    const [late, done] = [new AbortController(), new AbortController()]
    void this.#clock.sleep(checkTimeoutMs, done.signal).then(() => late.abort())
    return readExecAnswer(stream, maxAnswerLength, late.signal).finally(() => done.abort())
  }
}
