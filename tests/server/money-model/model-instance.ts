import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { microSecondsPerFen } from '#contract/money.ts'
import { type ModelOrder, ModelPaidPeriods } from '#tests/server/money-model/paid-periods.ts'
import { pricedCards } from '#tests/support/market.ts'

type ChargeRule = ModelOrder['charge_rule']

/** A time during which an instance was metered. */
interface MeteredRun {
  segment: number
  from: number
  to: number | undefined
  price_micro: bigint
}

const micro = (yuan: number) => BigInt(Math.round(yuan * 1e6))
const hours = { hour: 1n, day: 24n, week: 168n } as const
const fenOf = (microYuan: bigint): bigint => (microYuan + 9_999n) / 10_000n

/** One instance as its owner is to be charged for it. */
export class ModelInstance {
  readonly id: string
  readonly model: string
  gpu_num: number
  charge_rule: ChargeRule
  /** What an hour of its image costs, whatever the cards. */
  readonly image_micro: bigint
  expire_at: number | undefined
  status: number = instanceStatusCodes.creating
  wants_to_run = true
  ever_ran = false
  ever_stopped = false
  /** Why it may go. */
  release_asked = false
  stopped_at: number | undefined
  released_at: number | undefined
  expiry: 'stop' | 'renew' | 'hour' = 'stop'
  renew_quantity = 1
  readonly time = new ModelPaidPeriods()
  readonly runs: MeteredRun[] = []
  /** What was posted of its use. */
  settled_fen = 0n
  /** The order that made it. */
  order: ModelOrder | undefined

  constructor(made: { id: string; model: string; gpu_num: number; charge_rule: ChargeRule; image_micro: bigint }) {
    this.id = made.id
    this.model = made.model
    this.gpu_num = made.gpu_num
    this.charge_rule = made.charge_rule
    this.image_micro = made.image_micro
  }

  get hourly(): boolean {
    return this.charge_rule === 'hour'
  }
  get run(): MeteredRun | undefined {
    return this.runs.find(({ to }) => to === undefined)
  }
  /** What an hour of it costs in micro when it is billed by `rule`. */
  priceMicro(rule: ChargeRule = this.charge_rule, gpuNum = this.gpu_num): bigint {
    return (listMicro(this.model, rule) * BigInt(gpuNum)) / hours[rule] + this.image_micro
  }

  /** The whole fen that all its seconds come to: n full hours are n × the price, and nothing drifts (product §5). */
  costFen(at: number): bigint {
    const microS = this.runs.reduce((sum, { from, to, price_micro: priceMicro }) => {
      const until = to === undefined || to > at ? at : to
      return sum + priceMicro * BigInt(Math.max(0, Math.floor((until - from) / 1000)))
    }, 0n)
    return microS / microSecondsPerFen
  }

  accruedFen(at: number): bigint {
    return this.costFen(at) - this.settled_fen
  }
}

const listMicro = (model: string, rule: ChargeRule): bigint => micro(pricedCards.find((card) => card.model === model)![rule])

type Bought = Pick<ModelInstance, 'model' | 'gpu_num' | 'image_micro'>
/** What is paid at once for a period: the cards by the list, the image by the hour. */
export const computePeriodFen = (
  { model, gpu_num: gpuNum, image_micro: imageMicro }: Bought,
  rule: ChargeRule,
  quantity: number,
): bigint =>
  rule === 'hour' ? 0n : fenOf((listMicro(model, rule) * BigInt(gpuNum) + imageMicro * hours[rule]) * BigInt(quantity))
