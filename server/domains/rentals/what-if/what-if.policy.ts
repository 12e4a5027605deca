import { type ChargeRule, chargeRules } from '#contract/charge-rule.ts'
import { dayMs } from '#contract/day.ts'
import { type InstanceStatus, instanceStatuses, isActionAllowed } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { computeRunCharge, formatFenText, formatMicroText, sumAmounts } from '#contract/money.ts'
import { type WhatIfPlan, whatIfPlans } from '#contract/what-if.ts'
import { computePeriodMs } from '#server/domains/catalog/pricing/pricing.policy.ts'
import { formatSeconds } from '#server/domains/rentals/orders/paid-periods.policy.ts'
import { clipSpan, computeSpanMs, countPeriods, type Span } from '#server/domains/rentals/what-if/spans.policy.ts'

/** The settled part of a metered run within the window: seconds `from_s` to `to_s` of its segment. */
export interface SettledRun extends Span {
  from_s: bigint
  to_s: bigint
  carry_in: bigint
  /** False for a run without a GPU, which has its own price. */
  gpu: boolean
}

/** A stretch of samples: no GPU use at all, less than the idle threshold, or more. */
export interface UseStretch extends Span {
  use: 'none' | 'low' | 'high'
  /** Peaks, summed over the cards; null where the driver does not tell. */
  use_percent: number
  vram_mb: number | null
}

/** List prices of one configuration. */
export interface ConfigurationPrice {
  gpu_num: number
  hour_micro: bigint
  day_fen: bigint
  week_fen: bigint
}

export interface WhatIfFacts {
  charge_rule: ChargeRule
  status: InstanceStatus
  released: boolean
  created_at: Date
  vram_gb: number
  runs: readonly SettledRun[]
  /** Runs that a package paid for. */
  package_runs: readonly Span[]
  uses: readonly UseStretch[]
  /** Null once the product is no longer on sale. */
  price: ConfigurationPrice | null
  /** With half the cards; null for one card. */
  smaller: ConfigurationPrice | null
  idle_minutes: number
  idle_percent: number
  /** The idle rule that is set now. */
  guard: { minutes: number; percent: number } | null
  now: Date
}

export interface PlanOutcome {
  plan: WhatIfPlan
  fen: bigint | null
  current: boolean
  why_not: string | null
  reckoning: { title: string; detail: string; fen: bigint }[]
}
type Outcome = Omit<PlanOutcome, 'plan'>

/** Share of a run's time that must have samples before anything is concluded from their peaks, as for the guard (product §4). */
const minSampleShare = 80n
/** A smaller configuration keeps this much air above the peaks. */
const airPercent = 10
/** Shorter stretches are not worth a shutdown and a boot. */
const noGpuStretchMs = 3_600_000
const noGpuMicro = BigInt(limits.noGpuPriceMicro)

const minuteMs = 60_000
const toSeconds = (ms: number): bigint => BigInt(Math.floor(ms / 1000))
const countRunSeconds = ({ from_s: fromS, to_s: toS }: SettledRun): bigint => toS - fromS
const refuse = (whyNot: string): Outcome => ({ fen: null, current: false, why_not: whyNot, reckoning: [] })
const sumLines = (reckoning: Outcome['reckoning']): bigint => sumAmounts(reckoning.map(({ fen }) => fen))

/** Charges a run as billing does, without `skippedS` of its seconds: at an unchanged price exactly what was charged. */
const computeRunFen = ({ from_s: fromS, to_s: toS, carry_in: carryIn }: SettledRun, micro: bigint, skippedS = 0n): bigint =>
  computeRunCharge(micro, toS - skippedS, carryIn) - computeRunCharge(micro, fromS, carryIn)

/** Returns the stretches of a run in which the GPU was used this little, neighbours joined. */
function listQuietSpans(run: Span, uses: readonly UseStretch[], quiet: readonly UseStretch['use'][]): Span[] {
  const spans: Span[] = []
  for (const use of uses) {
    const span = clipSpan(use, run)
    if (computeSpanMs(span) === 0 || !quiet.includes(use.use)) continue
    const last = spans.at(-1)
    if (last?.to === span.from) last.to = span.to
    else spans.push(span)
  }
  return spans
}

/** Sums what `msOf` takes from the quiet stretches of a run, in seconds, at most those billed. */
function sumQuietSeconds(run: SettledRun, spans: readonly Span[], msOf: (span: Span) => number): bigint {
  const seconds = sumAmounts(spans.map((span) => toSeconds(Math.max(0, msOf(span)))))
  const billed = countRunSeconds(run)
  return seconds < billed ? seconds : billed
}

const formatRate = (seconds: bigint, micro: bigint) => `${formatSeconds(seconds)} × ¥${formatMicroText(micro)}/小时`

/** All runs at the hourly price. */
function reckonHours({ runs, package_runs: packageRuns }: WhatIfFacts, { hour_micro: micro }: ConfigurationPrice) {
  const [gpu, none] = [runs.filter((run) => run.gpu), runs.filter((run) => !run.gpu)]
  const packageSeconds = packageRuns.map((span) => toSeconds(computeSpanMs(span)))
  const gpuS = sumAmounts([...gpu.map(countRunSeconds), ...packageSeconds])
  const noneS = sumAmounts(none.map(countRunSeconds))
  const gpuFen = sumAmounts([
    ...gpu.map((run) => computeRunFen(run, micro)),
    ...packageSeconds.map((seconds) => computeRunCharge(micro, seconds)),
  ])
  const lines = [{ title: '有卡运行', detail: formatRate(gpuS, micro), fen: gpuFen }]
  const noneFen = sumAmounts(none.map((run) => computeRunFen(run, noGpuMicro)))
  return noneS > 0n ? [...lines, { title: '无卡运行', detail: formatRate(noneS, noGpuMicro), fen: noneFen }] : lines
}

/** Days or weeks that cover the runs. */
function reckonPeriods(facts: WhatIfFacts, rule: 'day' | 'week', price: ConfigurationPrice): Outcome['reckoning'] {
  const { count, ends_at: endsAt } = countPeriods([...facts.runs, ...facts.package_runs], computePeriodMs(rule, 1))
  const [unit, fen] = rule === 'day' ? ['天', price.day_fen] : ['周', price.week_fen]
  const leftS = count > 0 ? toSeconds(Math.max(0, endsAt - facts.now.getTime())) : 0n
  const left = leftS > 0n ? `，最后一${unit}还剩 ${formatSeconds(leftS)}` : ''
  const detail = `${count} ${unit} × ¥${formatFenText(fen)}/${unit}${left}`
  return [{ title: chargeRules[rule], detail, fen: BigInt(count) * fen }]
}

const reckonRule = (facts: WhatIfFacts, rule: ChargeRule, price: ConfigurationPrice) =>
  rule === 'hour' ? reckonHours(facts, price) : reckonPeriods(facts, rule, price)

const historyDays = { day: 1, week: 7, smaller: 1 } as const
function findTooYoung({ created_at: createdAt, now }: WhatIfFacts, plan: keyof typeof historyDays): string | null {
  const days = historyDays[plan]
  return now.getTime() - createdAt.getTime() < days * dayMs ? `创建不足 ${days} 天，还看不出规律` : null
}

function planBilling(facts: WhatIfFacts, rule: ChargeRule, price: ConfigurationPrice): Outcome {
  const current = facts.charge_rule === rule
  const reckoning = reckonRule(facts, rule, price)
  const convertible = isActionAllowed(facts.charge_rule === 'hour' || rule === 'hour' ? 'convert_bill' : 'renew', facts.status)
  const stuck = convertible ? null : `现在是「${instanceStatuses[facts.status]}」，不能换计费方式`
  const whyNot = current ? null : ((rule === 'hour' ? null : findTooYoung(facts, rule)) ?? stuck)
  return { fen: sumLines(reckoning), current, why_not: whyNot, reckoning }
}

/** Says why half the cards would not have been enough, or null if they would. */
function findTooLarge(facts: WhatIfFacts, half: number): string | null {
  const { runs, package_runs: packageRuns, uses, vram_gb: vramGb } = facts
  const gpuRuns = [...runs.filter((run) => run.gpu), ...packageRuns]
  const runMs = gpuRuns.reduce((sum, run) => sum + computeSpanMs(run), 0)
  const within = uses.filter((use) => gpuRuns.some((run) => computeSpanMs(clipSpan(use, run)) > 0))
  const msOf = (use: UseStretch) => gpuRuns.reduce((sum, run) => sum + computeSpanMs(clipSpan(use, run)), 0)
  const seenMs = within.reduce((sum, use) => sum + msOf(use), 0)
  if (seenMs === 0) return noSamplesText
  if (BigInt(seenMs) * 100n < BigInt(runMs) * minSampleShare) return 'GPU 监控数据不够，无法判断'
  const usePercent = Math.max(...within.map((use) => use.use_percent))
  if (usePercent > half * (100 - airPercent)) return `各卡使用率最高合计 ${Math.round(usePercent)}%，${half} 张卡不够`
  const vrams = within.flatMap(({ vram_mb: vramMb }) => (vramMb === null ? [] : [vramMb]))
  if (vrams.length === 0) return '没有显存监控数据，无法判断'
  const vramMb = Math.max(...vrams)
  if (vramMb * 100 > half * vramGb * 1024 * (100 - airPercent))
    return `各卡显存最高合计 ${Math.ceil(vramMb / 1024)} GB，${half} 张卡放不下`
  return null
}

function planSmaller(facts: WhatIfFacts): Outcome {
  if (!facts.smaller) return refuse('只有 1 张卡，没有更小的规格')
  const whyNot = findTooLarge(facts, facts.smaller.gpu_num) ?? findTooYoung(facts, 'smaller')
  const [first, ...others] = reckonRule(facts, facts.charge_rule, facts.smaller)
  const reckoning = [{ ...first!, title: `${first!.title}，${facts.smaller.gpu_num} 张卡` }, ...others]
  return { fen: sumLines(reckoning), current: false, why_not: whyNot, reckoning }
}

const noSamplesText = '没有 GPU 监控数据，无法判断'

/** Runs with a GPU that have samples; without any, nothing can be said about idleness. */
function listSampledRuns({ runs, uses }: WhatIfFacts): SettledRun[] {
  const gpu = runs.filter((run) => run.gpu)
  return gpu.some((run) => uses.some((use) => computeSpanMs(clipSpan(use, run)) > 0)) ? gpu : []
}

/** Stops each run once it was idle for so long, and boots it again when it is used. */
function planIdleStop(facts: WhatIfFacts, price: ConfigurationPrice): Outcome {
  const { charge_rule: chargeRule, uses, idle_minutes: minutes, idle_percent: percent, guard } = facts
  if (chargeRule !== 'hour') return refuse('套餐关机也计时，闲置关机不省钱')
  const runs = listSampledRuns(facts)
  if (runs.length === 0) return refuse(noSamplesText)
  const micro = price.hour_micro
  const stopped = runs.map((run) => ({
    run,
    seconds: sumQuietSeconds(run, listQuietSpans(run, uses, ['none', 'low']), (span) => computeSpanMs(span) - minutes * minuteMs),
  }))
  const savedFen = sumAmounts(stopped.map(({ run, seconds }) => computeRunFen(run, micro) - computeRunFen(run, micro, seconds)))
  const savedS = sumAmounts(stopped.map(({ seconds }) => seconds))
  const detail = savedS > 0n ? `闲置满 ${minutes} 分钟之后的 ${formatRate(savedS, micro)}` : `没有闲置满 ${minutes} 分钟的时候`
  const reckoning = [...reckonHours(facts, price), { title: '关机少付', detail, fen: -savedFen }]
  const current = guard !== null && guard.minutes <= minutes && guard.percent >= percent
  return { fen: sumLines(reckoning), current, why_not: null, reckoning }
}

/** Runs without a GPU while none is used. */
function planNoGpu(facts: WhatIfFacts, price: ConfigurationPrice): Outcome {
  if (facts.charge_rule !== 'hour') return refuse('套餐不另收费，无卡开机不省钱')
  const runs = listSampledRuns(facts)
  if (runs.length === 0) return refuse(noSamplesText)
  const micro = price.hour_micro
  if (micro <= noGpuMicro) return refuse('现价不高于无卡开机的价格')
  const unused = runs.map((run) => {
    const spans = listQuietSpans(run, facts.uses, ['none']).filter((span) => computeSpanMs(span) >= noGpuStretchMs)
    return { run, seconds: sumQuietSeconds(run, spans, computeSpanMs) }
  })
  const seconds = sumAmounts(unused.map((one) => one.seconds))
  const withGpu = sumAmounts(unused.map((one) => computeRunFen(one.run, micro) - computeRunFen(one.run, micro, one.seconds)))
  const saved = withGpu - computeRunCharge(noGpuMicro, seconds)
  const detail = `${formatSeconds(seconds)} × (¥${formatMicroText(micro)} − ¥${formatMicroText(noGpuMicro)})/小时`
  const reckoning = [...reckonHours(facts, price), { title: '不用 GPU 时少付', detail, fen: saved > 0n ? -saved : 0n }]
  return { fen: sumLines(reckoning), current: false, why_not: null, reckoning }
}

/** Computes every plan for one instance, in the order they are shown. */
export function computePlans(facts: WhatIfFacts): PlanOutcome[] {
  const { price } = facts
  const outcomeOf = (plan: WhatIfPlan): Outcome => {
    if (!price) return refuse('产品已下架，没有现价')
    if (plan === 'smaller') return planSmaller(facts)
    if (plan === 'idle_stop') return planIdleStop(facts, price)
    return plan === 'no_gpu' ? planNoGpu(facts, price) : planBilling(facts, plan, price)
  }
  return (Object.keys(whatIfPlans) as WhatIfPlan[]).map((plan) => {
    const outcome = outcomeOf(plan)
    return { plan, ...outcome, ...(facts.released && { current: false, why_not: '实例已释放，只作对照' }) }
  })
}

/** Returns the cheapest plan that costs less than what was used and can be switched to now; 无卡开机 is a habit, not a switch. */
export function findBestPlan(plans: readonly PlanOutcome[], usedFen: bigint): (PlanOutcome & { fen: bigint }) | undefined {
  return plans
    .filter((one): one is PlanOutcome & { fen: bigint } => one.fen !== null && one.fen < usedFen)
    .filter(({ plan, current, why_not: whyNot }) => plan !== 'no_gpu' && !current && whyNot === null)
    .reduce<(PlanOutcome & { fen: bigint }) | undefined>((best, one) => (best && best.fen <= one.fen ? best : one), undefined)
}
