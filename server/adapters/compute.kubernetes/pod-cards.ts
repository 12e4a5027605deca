import type { AcceleratorProfile, CardReading } from '#server/adapters/compute.shared/accelerators/profile.ts'
import { acceleratorProfiles } from '#server/adapters/compute.shared/accelerators/profiles.ts'
import { readExecAnswer } from '#server/adapters/compute.shared/exec-answer.ts'
import { runWithSignals } from '#server/adapters/compute.shared/linked-signal.ts'
import { splitMarkedAnswer } from '#server/adapters/compute.shared/marked-answer.ts'
import { gpuMissingState, type RunState } from '#server/adapters/compute.shared/run-state.ts'
import type { CardUse } from '#server/ports/compute.ts'
import { DriverError } from '#server/ports/driver-errors.ts'
import type { ClusterClient } from './cluster-client.ts'
import { parseClaim } from './names.ts'
import type { ClusterPod } from './objects.ts'
import { startInPod } from './pod-exec.ts'

const mark = '#zhisuan '
/** Prints what begins a part of an answer. */
export const sayScript = `say() { echo; echo "${mark}$1"; }`
/** Printed last, so that an answer that breaks off is none. */
export const endScript = 'say end'

/** Asks a vendor's tool each of its questions; says nothing where the container has no such tool. */
export const buildToolScript = ({ vendor, tools, questions }: AcceleratorProfile): string =>
  [
    `tool=$(${tools.map((tool) => `command -v ${tool}`).join(' || ')}); export tool`,
    `if [ "$tool" ]; then ${questions.map((question, i) => buildQuestion(`${vendor}.${i}`, question)).join('; ')}; fi`,
  ].join('\n')

const buildQuestion = (part: string, question: string) => `say ${part}; ask '${question}'; code=$?; say ${part}.code; echo $code`

/** A tool that hangs is ended, where the container has a program for that. */
export const buildAskScript = (limitSeconds: number): string => `ask() {
  if command -v timeout >/dev/null; then timeout -s KILL ${limitSeconds} sh -c "$1" 2>&1; else sh -c "$1" 2>&1; fi
}`

/** Reads a part of an answer; what was not said is empty. */
type AnswerPart = (name: string) => string

/** Splits what a script said; undefined if it broke off. */
export function readAnswerParts(said: string): AnswerPart | undefined {
  const parts = splitMarkedAnswer(said, mark)
  return parts.has('end') ? (name) => parts.get(name) ?? '' : undefined
}

const readVendor = (part: AnswerPart, { vendor, questions, read }: AcceleratorProfile, host: string): CardReading[] =>
  read(
    questions.map((_, i) => part(`${vendor}.${i}`)),
    host,
  )

/** What a card may be called by a tool, which is the image's, and may print anything. */
const soundUuid = /^[\w.:-]{1,80}$/

/** Gives each place of a node that a pod holds the card that it turned out to be; alone by its place if nobody can tell. */
export function pairCards(part: AnswerPart, host: string, slots: readonly string[]): CardUse[] {
  const seen = acceleratorProfiles.flatMap((profile) => readVendor(part, profile, host))
  const isSound = new Set(seen.map(({ uuid }) => uuid)).size === slots.length && seen.every(({ uuid }) => soundUuid.test(uuid))
  const readings = isSound && seen.length === slots.length ? seen : [] // whose are more or fewer, nobody can tell
  return slots.map((slot, i) => ({
    uuid: readings[i]?.uuid ?? slot,
    slot,
    use_percent: readings[i]?.use_percent ?? null,
    vram_mb: readings[i]?.vram_mb ?? null,
    temperature_c: readings[i]?.temperature_c ?? null,
    power_w: readings[i]?.power_w ?? null,
  }))
}

const checkLimitMs = 30_000
const toolLimitSeconds = 20
const maxAnswerLength = 2 ** 16
/** What a shell says of a program that was killed. */
const killedCodes = [137, 143]

/** Checks whether a pod sees as many cards as it holds; asks once per pod. */
export class CardCheck {
  readonly #client: ClusterClient
  readonly #verdicts = new Map<string, RunState | undefined>()

  constructor(client: ClusterClient) {
    this.#client = client
  }

  /** Returns how a running pod failed; undefined if it sees its cards, or if nobody can tell. */
  async findFailure(pod: ClusterPod): Promise<RunState | undefined> {
    const { uid } = pod.metadata
    const profile = findCardProfile(pod)
    const claim = parseClaim(pod)
    if (!profile || !claim || claim.gpu_uuids.length === 0) return undefined
    if (this.#verdicts.has(uid)) return this.#verdicts.get(uid)
    try {
      const part = await this.#ask(pod, profile)
      const failure = part && computeCardFailure(part, profile, claim.host, claim.gpu_uuids.length)
      this.#verdicts.set(uid, failure)
      return failure
    } catch (error) {
      if (error instanceof DriverError) return undefined // asked again with the next look
      throw error
    }
  }

  /** Drops the results of pods that no longer exist. */
  keepOnly(uids: ReadonlySet<string>): void {
    for (const uid of this.#verdicts.keys()) if (!uids.has(uid)) this.#verdicts.delete(uid)
  }

  /** The program is the image's: one that never answers says nothing. */
  #ask(pod: ClusterPod, profile: AcceleratorProfile): Promise<AnswerPart | undefined> {
    const client = this.#client
    const script = [
      'exec 2>/dev/null </dev/null',
      sayScript,
      buildAskScript(toolLimitSeconds),
      buildToolScript(profile),
      endScript,
    ].join('\n')
    return runWithSignals([client.closed, AbortSignal.timeout(checkLimitMs)], async (cut) => {
      const program = { cmd: ['sh', '-c', script], stdin: false, hang_up: 'all' } as const
      const { stream } = await startInPod(client, pod, program, cut)
      const said = await readExecAnswer(stream, maxAnswerLength, cut)
      return said === undefined ? undefined : readAnswerParts(said)
    })
  }
}

/** Finds whose cards a pod asks for. */
function findCardProfile({ spec }: ClusterPod): AcceleratorProfile | undefined {
  const names = spec.containers.flatMap(({ resources }) => Object.keys(resources?.limits ?? {}))
  return acceleratorProfiles.find(({ kubernetes_resources: pattern }) => names.some((name) => pattern.test(name)))
}

/**
 * Computes how a pod failed that sees fewer cards than it holds. An image without the tool may have them all the same; so may one
 * whose tool ends well with words that we cannot read, or is killed.
 */
export function computeCardFailure(
  part: AnswerPart,
  profile: AcceleratorProfile,
  host: string,
  wanted: number,
): RunState | undefined {
  const code = part(`${profile.vendor}.0.code`).trim()
  if (code === '' || killedCodes.includes(Number(code))) return undefined
  const seen = readVendor(part, profile, host).length
  if (seen >= wanted || (seen === 0 && code === '0')) return undefined
  const words = part(`${profile.vendor}.0`).trim()
  const counts = `应有 ${wanted} 张，容器里看到 ${seen} 张${words && `：${words.slice(0, 200)}`}`
  return { ...gpuMissingState, message: `${gpuMissingState.message}（${counts}）` }
}
