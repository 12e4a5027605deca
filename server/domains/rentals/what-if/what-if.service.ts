import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type ChargeRule, presentPriceUnit } from '#contract/charge-rule.ts'
import { addDays, toDayStart, toShanghaiDay } from '#contract/day.ts'
import { type InstanceStatus, instanceStatusCodes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, sumAmounts } from '#contract/money.ts'
import { type IdleMinutes, type WhatIf, type WhatIfInstance, whatIfIdlePercent, whatIfInstancesMax } from '#contract/what-if.ts'
import type { DB } from '#server/db/types.ts'
import type { QuotedImagePrice } from '#server/domains/catalog/community/image-price.policy.ts'
import { getCarriedImagePrice } from '#server/domains/catalog/community/image-prices.service.ts'
import { computeInstancePrice } from '#server/domains/catalog/pricing/pricing.policy.ts'
import type { ProductOffer } from '#server/domains/catalog/products/products.repo.ts'
import { listOffersOnSale } from '#server/domains/catalog/products/products.service.ts'
import { listInstanceCosts } from '#server/domains/money/consumption/consumption.service.ts'
import { floorToStep } from '#server/domains/rentals/monitor/levels.ts'
import { computePackageCost, listPackageRuns } from '#server/domains/rentals/what-if/package-cost.policy.ts'
import { buildRunSpans, computeSpanMs, type Span } from '#server/domains/rentals/what-if/spans.policy.ts'
import {
  type ConfigurationPrice,
  computePlans,
  findBestPlan,
  type PlanOutcome,
  type SettledRun,
  type UseStretch,
} from '#server/domains/rentals/what-if/what-if.policy.ts'
import { type WhatIfRepo, whatIfRepo } from '#server/domains/rentals/what-if/what-if.repo.ts'
import type { Context } from '#server/http/context.ts'

const shownDays = 30
/** The ten-minute buckets reach back this far (docs/decisions/017). */
const fineMs = 604_800_000
const hourS = 3600

type InstanceFacts = Awaited<ReturnType<WhatIfRepo['instances']>>[number]
type RunRow = Awaited<ReturnType<WhatIfRepo['meteredRuns']>>[number]

/** Groups rows by the instance they belong to. */
function groupByInstance<Row extends { instance_id: string }>(rows: readonly Row[]): (id: string) => Row[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.instance_id, [...(groups.get(row.instance_id) ?? []), row])
  return (id) => groups.get(id) ?? []
}

const toRun = (row: RunRow): SettledRun => ({
  from: row.started_at.getTime() + Number(row.from_s) * 1000,
  to: row.settled_at.getTime(),
  from_s: row.from_s,
  to_s: row.to_s,
  carry_in: row.carry_in,
  gpu: row.price_micro !== BigInt(limits.noGpuPriceMicro) || row.image_price_micro > 0n,
})

/** Returns the list prices of an instance with this many cards. */
function computeConfigurationPrice(
  offer: ProductOffer,
  { data_disk_gb: dataDisk }: InstanceFacts,
  image: QuotedImagePrice,
  gpuNum: number,
): ConfigurationPrice {
  const priceOf = (rule: ChargeRule) =>
    computeInstancePrice(offer, { gpu_num: gpuNum, data_disk: dataDisk, charge_rule: rule, quantity: 1 }, { image })
  return {
    gpu_num: gpuNum,
    hour_micro: priceOf('hour').price_micro,
    day_fen: priceOf('day').amount_fen,
    week_fen: priceOf('week').amount_fen,
  }
}

/** The last 30 days of the calendar, and the same as moments up to now. */
interface Range {
  days: { from: string; to: string }
  window: Span
}

/** Loads all that the plans of these instances are computed from. */
async function loadEvidence(db: Kysely<DB>, userId: string, own: readonly string[], { days, window }: Range) {
  const repo = whatIfRepo(db, userId)
  const orders = groupByInstance(await repo.packageOrders(own))
  const packaged = own.filter((id) => orders(id).some(({ seconds }) => seconds > 0n))
  const fineFrom = new Date(floorToStep(window.to - fineMs, hourS))
  return {
    facts: new Map((await repo.instances(own)).map((facts) => [facts.id, facts])),
    orders,
    runs: groupByInstance(await repo.meteredRuns(own, days)),
    changes: groupByInstance(packaged.length > 0 ? await repo.statusChanges(packaged, window) : []),
    uses: groupByInstance(await repo.uses(own, window, fineFrom, whatIfIdlePercent)),
    offers: new Map((await listOffersOnSale(db)).map((offer) => [offer.id, offer])),
  }
}
type Evidence = Awaited<ReturnType<typeof loadEvidence>>

interface Reckoned {
  facts: InstanceFacts
  released: boolean
  actual_fen: bigint
  used_fen: bigint
  run_seconds: number
  plans: PlanOutcome[]
  best: ReturnType<typeof findBestPlan>
}

const idleRuleOf = ({ idle_minutes: minutes, idle_percent: percent }: InstanceFacts) =>
  minutes === null || percent === null ? null : { percent, minutes }

const computeSmallerGpuNum = ({ gpu_num: gpuNum }: InstanceFacts) => (gpuNum > 1 ? Math.ceil(gpuNum / 2) : null)

const isReleased = ({ released_at: releasedAt, status }: InstanceFacts) =>
  releasedAt !== null || status === instanceStatusCodes.releasing

function reckonInstance(
  facts: InstanceFacts,
  evidence: Evidence,
  {
    image,
    actual_fen: actualFen,
    window,
    idle_minutes: idleMinutes,
  }: {
    image: QuotedImagePrice
    actual_fen: bigint
    window: Span
    idle_minutes: number
  },
): Reckoned {
  const { id } = facts
  const rows = evidence.runs(id)
  const runs = rows.map(toRun)
  const orders = evidence.orders(id)
  const packages = { orders, released_at: facts.released_at, metered: runs, window }
  const packageRuns = listPackageRuns(buildRunSpans(evidence.changes(id), window), packages)
  const uses = evidence.uses(id).map((use): UseStretch => ({ ...use, from: use.from.getTime(), to: use.to.getTime() }))
  const offer = evidence.offers.get(facts.product_id)
  const priceOf = (count: number) => (offer ? computeConfigurationPrice(offer, facts, image, count) : null)
  const usedFen = sumAmounts(rows.map(({ fen }) => fen)) + computePackageCost(orders, facts.released_at, window)
  const smaller = computeSmallerGpuNum(facts)
  const released = isReleased(facts)
  const plans = computePlans({
    charge_rule: facts.charge_rule as ChargeRule,
    status: facts.status as InstanceStatus,
    released,
    created_at: facts.created_at,
    vram_gb: facts.vram_gb,
    runs,
    package_runs: packageRuns,
    uses,
    price: priceOf(facts.gpu_num),
    smaller: smaller === null ? null : priceOf(smaller),
    idle_minutes: idleMinutes,
    idle_percent: whatIfIdlePercent,
    guard: idleRuleOf(facts),
    now: new Date(window.to),
  })
  const seconds = sumAmounts(rows.map(({ from_s: fromS, to_s: toS }) => toS - fromS))
  const packageMs = packageRuns.reduce((sum, span) => sum + computeSpanMs(span), 0)
  return {
    facts,
    released,
    actual_fen: actualFen,
    used_fen: usedFen,
    run_seconds: Number(seconds) + Math.floor(packageMs / 1000),
    plans,
    best: findBestPlan(plans, usedFen),
  }
}

const computeSavedFen = ({ used_fen: usedFen, best }: Reckoned): bigint => (best ? usedFen - best.fen : 0n)

const presentInstance = (row: Reckoned): z.input<typeof WhatIfInstance> => ({
  id: row.facts.id,
  name: row.facts.nick_name,
  gpu_type: row.facts.gpu_model,
  gpu_num: row.facts.gpu_num,
  ...presentPriceUnit(row.facts.charge_rule as ChargeRule),
  status: row.facts.status as InstanceStatus,
  released: row.released,
  idle: idleRuleOf(row.facts),
  smaller_gpu_num: computeSmallerGpuNum(row.facts),
  actual: formatFenAsYuan(row.actual_fen),
  used: formatFenAsYuan(row.used_fen),
  run_seconds: row.run_seconds,
  lines: row.plans.map(({ plan, fen, current, why_not: whyNot, reckoning }) => ({
    plan,
    amount: fen === null ? null : formatFenAsYuan(fen),
    current,
    why_not: whyNot,
    reckoning: reckoning.map((line) => ({ title: line.title, detail: line.detail, amount: formatFenAsYuan(line.fen) })),
  })),
  best: row.best?.plan ?? null,
  save: formatFenAsYuan(computeSavedFen(row)),
})

/** Sums what each plan would cost in total: those that can take it do, the others stay as they are, as do those that have it. */
function sumPlans(rows: readonly Reckoned[]): WhatIf['plans'] {
  const [first] = rows
  return (first?.plans ?? []).map(({ plan }, nth) => {
    const taken = rows.map(({ used_fen: usedFen, plans }) => {
      const { fen, current, why_not: whyNot } = plans[nth]!
      if (whyNot !== null || fen === null) return { fen: usedFen, counts: false }
      return { fen: current ? usedFen : fen, counts: true }
    })
    return {
      plan,
      amount: formatFenAsYuan(sumAmounts(taken.map(({ fen }) => fen))),
      count: taken.filter(({ counts }) => counts).length,
    }
  })
}

/** Recomputes the last 30 days of the caller's instances under every plan (docs/decisions/078). */
export async function getWhatIf(
  { deps, caller }: Context,
  { idle_minutes: idleMinutes }: { idle_minutes: IdleMinutes },
): Promise<z.input<typeof WhatIf>> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const today = toShanghaiDay(now)
  const days = { from: addDays(today, 1 - shownDays), to: today }
  const window = { from: toDayStart(days.from).getTime(), to: now.getTime() }
  const packages = (await whatIfRepo(db, caller.user_id).packages(whatIfInstancesMax)).map(({ id }) => id)
  const costs = await listInstanceCosts(db, caller.user_id, { ...days, most: whatIfInstancesMax, others: packages })
  const actuals = new Map(costs.named.flatMap(({ id, fen }) => (id === null ? [] : [[id, fen] as const])))
  const all = [...new Set([...actuals.keys(), ...packages])]
  const [ids, rest] = [all.slice(0, whatIfInstancesMax), all.slice(whatIfInstancesMax)]
  const rows: Reckoned[] = []
  if (ids.length > 0) {
    const evidence = await loadEvidence(db, caller.user_id, ids, { days, window })
    for (const id of ids) {
      const facts = evidence.facts.get(id)
      if (!facts) continue
      const image = await getCarriedImagePrice(db, caller.user_id, {
        id: facts.image_id,
        priced_version_id: facts.priced_version_id,
      })
      const actual = { image, actual_fen: actuals.get(id) ?? 0n, window, idle_minutes: Number(idleMinutes) }
      rows.push(reckonInstance(facts, evidence, actual))
    }
  }
  const totalFen = sumAmounts([...costs.named, costs.rest].map(({ fen }) => fen))
  const restFen = sumAmounts([costs.rest.fen, ...rest.map((id) => actuals.get(id) ?? 0n)])
  const usedFen = sumAmounts(rows.map((row) => row.used_fen))
  const savedFen = sumAmounts(rows.map(computeSavedFen))
  return {
    ...days,
    total: formatFenAsYuan(totalFen),
    used: formatFenAsYuan(usedFen),
    best: formatFenAsYuan(usedFen - savedFen),
    save: formatFenAsYuan(savedFen),
    instances: rows.map(presentInstance),
    rest: { count: costs.rest.count + rest.length, amount: formatFenAsYuan(restFen) },
    others: formatFenAsYuan(sumAmounts(costs.named.filter(({ id }) => id === null).map(({ fen }) => fen))),
    plans: sumPlans(rows),
  }
}
