import { instanceStatusCodes, isActionAllowed } from '#contract/instance-actions.ts'

/** Silence that is still billed. */
const silenceS = 300
/** How often the platform looks while nothing is in its way. */
const lookMs = 60_000
const secondMicro = 36_000_000n
const noGpuMicro = 100_000n

export type ModelPowerAction = 'start' | 'start_without_gpu' | 'shutdown' | 'restart' | 'release'

/** Seconds that count as used, read from a clock that may be set at any moment. */
class Meter {
  used_s = 0
  /** Nobody can see the engine: the meter stands. */
  #dark = false
  #read_at: number

  constructor(from: number) {
    this.#read_at = from
  }

  /** Seconds used if the meter were read now. */
  at(now: number): number {
    if (this.#dark) return this.used_s
    const passed = Math.floor((now - this.#read_at) / 1000)
    return this.used_s + Math.min(silenceS, Math.max(0, passed))
  }

  read(now: number): void {
    if (this.#dark) return
    const passed = Math.floor((now - this.#read_at) / 1000)
    this.used_s = this.at(now)
    if (passed > silenceS || passed < -silenceS) this.#read_at = now
    else if (passed > 0) this.#read_at += passed * 1000
  }

  loseSight(): void {
    this.#dark = true
  }

  /** Seen running: what stood goes on from now, and what is between was never used. */
  see(now: number): void {
    if (this.#dark) this.#read_at = now
    this.#dark = false
    this.read(now)
  }

  /** Read again and again until then, as by a platform that looks regularly. */
  follow(until: number): void {
    while (!this.#dark && until - this.#read_at > lookMs) this.read(this.#read_at + lookMs)
    this.read(until)
  }
}

/** One instance as its owner has to see it. */
export class UserModelInstance {
  readonly id: string
  readonly price_micro: bigint
  /** What the package cost; 0 by the hour. */
  readonly paid_fen: bigint
  readonly expire_at: number | undefined
  status: number = instanceStatusCodes.creating
  wants_to_run = true
  /** Booted without a GPU: a run at another price. */
  without_gpu = false
  ever_ran = false
  /** Something has happened that may make a start fail. */
  may_fail = false
  /** Released before it ever was: given back when it is gone. */
  refund_when_gone = false
  refunded = false
  /** Price × seconds of the runs before. */
  #before_micro_s = 0n
  #meter: Meter | undefined

  constructor(made: { id: string; price_micro: bigint; paid_fen: bigint; expire_at: number | undefined }) {
    this.id = made.id
    this.price_micro = made.price_micro
    this.paid_fen = made.paid_fen
    this.expire_at = made.expire_at
  }

  get hourly(): boolean {
    return this.expire_at === undefined
  }
  get metered(): boolean {
    return this.#meter !== undefined
  }
  get under_way(): boolean {
    return this.wants_to_run && this.status !== instanceStatusCodes.running
  }

  /** What an hour costs as it was booted. */
  get run_micro(): bigint {
    return this.without_gpu ? noGpuMicro : this.price_micro
  }

  run(from: number): void {
    this.ever_ran = true
    if (this.hourly) this.#meter = new Meter(from)
  }

  look(now: number): void {
    this.#meter?.read(now)
  }

  follow(until: number): void {
    this.#meter?.follow(until)
  }

  see(now: number): void {
    this.#meter?.see(now)
  }

  loseSight(): void {
    this.#meter?.loseSight()
  }

  /** Ends the run as it was last read. */
  halt(): void {
    this.#before_micro_s += this.run_micro * BigInt(this.#meter?.used_s ?? 0)
    this.#meter = undefined
  }

  /** All runs together cost the whole fen that all their seconds come to. */
  costFen(now: number): bigint {
    const microS = this.#before_micro_s + this.run_micro * BigInt(this.#meter?.at(now) ?? 0)
    return microS / secondMicro + (this.refunded ? 0n : this.paid_fen)
  }
}

/** One user's money and instances. */
export class UserModel {
  recharged_fen = 0n
  readonly instances: UserModelInstance[] = []
  /** What instances that are gone have cost. */
  gone_fen = 0n

  /** What is left when everything used is paid. */
  freeFen(now: number): bigint {
    return this.instances.reduce((left, instance) => left - instance.costFen(now), this.recharged_fen - this.gone_fen)
  }

  /** What an hour of all that runs or is on its way costs. */
  get committed_micro(): bigint {
    const metered = this.instances.filter(({ hourly, wants_to_run: wantsToRun }) => hourly && wantsToRun)
    return metered.reduce((sum, { run_micro: runMicro }) => sum + runMicro, 0n)
  }

  see(now: number): void {
    for (const instance of this.instances) instance.see(now)
  }

  loseSight(): void {
    for (const instance of this.instances) instance.loseSight()
  }

  remove(instance: UserModelInstance, now: number): void {
    instance.halt()
    instance.refunded ||= instance.refund_when_gone
    this.gone_fen += instance.costFen(now)
    this.instances.splice(this.instances.indexOf(instance), 1)
  }

  /** What an action is answered: the name of a refusal, or nothing when it is carried out. */
  refusalOf(action: ModelPowerAction, instance: UserModelInstance, now: number) {
    if (!isActionAllowed(action, instance.status)) return 'action_not_allowed' as const
    if (action !== 'start' && action !== 'start_without_gpu') return undefined
    if (instance.expire_at !== undefined && (instance.expire_at <= now || instance.refunded)) return 'package_expired' as const
    const without = action === 'start_without_gpu'
    const runMicro = without ? noGpuMicro : instance.price_micro
    const neededMicro = this.committed_micro + (instance.hourly ? runMicro : 0n)
    if (this.freeFen(now) < roundUpToFen(neededMicro)) return 'insufficient_balance' as const
    const another = this.instances.some((other) => other.without_gpu && other.wants_to_run)
    return without && another ? ('no_gpu_taken' as const) : undefined
  }
}

export const roundUpToFen = (micro: bigint): bigint => (micro + 9_999n) / 10_000n
