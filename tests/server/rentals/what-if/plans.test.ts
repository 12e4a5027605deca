import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { computeCarry, computeRunCharge } from '#contract/money.ts'
import {
  computePackageCost,
  computeSpanCost,
  listPackageRuns,
  type PackageOrder,
} from '#server/domains/rentals/what-if/package-cost.policy.ts'
import { buildRunSpans, countPeriods, type Span, subtractSpans } from '#server/domains/rentals/what-if/spans.policy.ts'
import {
  computePlans,
  findBestPlan,
  type SettledRun,
  type UseStretch,
  type WhatIfFacts,
} from '#server/domains/rentals/what-if/what-if.policy.ts'

const hour = 3_600_000
const day = 24 * hour
const end = 30 * day
const window: Span = { from: 0, to: end }
const hourMicro = 2_280_000n
const price = { gpu_num: 2, hour_micro: hourMicro, day_fen: 5_000n, week_fen: 30_000n }
const smaller = { gpu_num: 1, hour_micro: hourMicro / 2n, day_fen: 2_500n, week_fen: 15_000n }

const runFrom = (from: number, seconds: number, carryIn = 0n, gpu = true): SettledRun => ({
  from,
  to: from + seconds * 1000,
  from_s: 0n,
  to_s: BigInt(seconds),
  carry_in: carryIn,
  gpu,
})
const use = (from: number, to: number, kind: UseStretch['use'], usePercent = 0, vramMb: number | null = 1024): UseStretch => ({
  from,
  to,
  use: kind,
  use_percent: usePercent,
  vram_mb: vramMb,
})
const facts = (wish: Partial<WhatIfFacts>): WhatIfFacts => ({
  charge_rule: 'hour',
  status: instanceStatusCodes.running,
  released: false,
  created_at: new Date(0),
  vram_gb: 24,
  runs: [],
  package_runs: [],
  uses: [],
  price,
  smaller,
  idle_minutes: 30,
  idle_percent: 5,
  guard: null,
  now: new Date(end),
  ...wish,
})
const planOf = (wish: Partial<WhatIfFacts>, plan: string) => computePlans(facts(wish)).find((one) => one.plan === plan)!

/** Runs one after the other as billing would meter them, each carrying its remainder on. */
const AnyRuns = fc
  .array(
    fc.record({ pause_s: fc.integer({ min: 1, max: 90_000 }), seconds: fc.integer({ min: 1, max: 90_000 }), gpu: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((wishes) => {
    const runs: SettledRun[] = []
    let [at, carry] = [0, 0n]
    for (const { pause_s: pauseS, seconds, gpu } of wishes) {
      at += pauseS * 1000
      const run = runFrom(at, seconds, carry, gpu)
      runs.push(run)
      at = run.to
      carry = computeCarry(gpu ? hourMicro : BigInt(limits.noGpuPriceMicro), run.to_s, carry)
    }
    return runs.filter(({ to }) => to <= end)
  })
const AnyUses = fc
  .array(fc.constantFrom('none' as const, 'low' as const, 'high' as const), { maxLength: 720 })
  .map((kinds) => kinds.map((kind, nth) => use(nth * hour, (nth + 1) * hour, kind, { none: 0, low: 3, high: 95 }[kind])))

describe('decision 078 The what-if bill of one instance', () => {
  it('at unchanged prices, pay-as-you-go costs exactly what billing charged', () =>
    fc.assert(
      fc.property(AnyRuns, (runs) => {
        const charged = runs.map((run) =>
          computeRunCharge(run.gpu ? hourMicro : BigInt(limits.noGpuPriceMicro), run.to_s, run.carry_in),
        )
        expect(planOf({ runs }, 'hour').fen).toBe(charged.reduce((sum, fen) => sum + fen, 0n))
      }),
    ))

  it('of a run that began before the window, only what was settled within it is counted', () => {
    const run = { ...runFrom(0, 7_200), from_s: 1_800n }
    expect(planOf({ runs: [run] }, 'hour').fen).toBe(456n - 114n)
  })

  it('no plan is ever negative, and its lines add up to it', () =>
    fc.assert(
      fc.property(
        AnyRuns,
        AnyUses,
        fc.constantFrom('hour', 'day', 'week'),
        fc.constantFrom(10, 30, 60),
        (runs, uses, rule, n) => {
          for (const { fen, reckoning } of computePlans(facts({ runs, uses, charge_rule: rule as 'hour', idle_minutes: n }))) {
            if (fen === null) continue
            expect(fen).toBeGreaterThanOrEqual(0n)
            expect(reckoning.reduce((sum, line) => sum + line.fen, 0n)).toBe(fen)
          }
        },
      ),
    ))

  it('stopping when idle, and running without a GPU, never cost more than pay-as-you-go; the longer the wait, the more', () =>
    fc.assert(
      fc.property(AnyRuns, AnyUses, (runs, uses) => {
        const hourly = planOf({ runs }, 'hour').fen!
        const stops = [10, 30, 60].map((n) => planOf({ runs, uses, idle_minutes: n }, 'idle_stop').fen ?? hourly)
        expect(stops).toEqual(stops.toSorted((a, b) => (a < b ? -1 : 1)))
        expect(stops.at(-1)).toBeLessThanOrEqual(hourly)
        expect(planOf({ runs, uses }, 'no_gpu').fen ?? hourly).toBeLessThanOrEqual(hourly)
      }),
    ))

  it('days are as few as cover every run, each 24 hours from when it is needed', () =>
    fc.assert(
      fc.property(AnyRuns, (runs) => {
        const { count } = countPeriods(runs, day)
        expect(planOf({ runs }, 'day').fen).toBe(BigInt(count) * price.day_fen)
        const runMs = runs.reduce((sum, { from, to }) => sum + to - from, 0)
        expect(count * day).toBeGreaterThanOrEqual(runMs)
        // no two neighbouring runs that fit into one day are paid by two
        expect(count).toBeLessThanOrEqual(runs.reduce((sum, { from, to }) => sum + Math.ceil((to - from) / day), 0))
      }),
    ))

  it('a day goes on while the instance is shut down, and is bought anew only when it runs again', () => {
    const runs = [runFrom(0, 3_600), runFrom(20 * hour, 3_600), runFrom(23.5 * hour, 3_600), runFrom(10 * day, 60)]
    expect(countPeriods(runs, day)).toEqual({ count: 3, ends_at: 11 * day })
    expect(countPeriods(runs, 7 * day)).toEqual({ count: 2, ends_at: 17 * day })
    expect(countPeriods([], day).count).toBe(0)
  })

  it('says how much of the last week is not used yet', () => {
    const line = planOf({ runs: [runFrom(end - 2 * day, 2 * 86_400)] }, 'week').reckoning[0]!
    expect(line).toEqual({ title: '包周', detail: '1 周 × ¥300.00/周，最后一周还剩 5 天', fen: 30_000n })
  })

  it('idle time counts from the end of the wait, within one run, joined over neighbouring samples', () => {
    const runs = [runFrom(0, 4 * 3_600), runFrom(5 * hour, 3_600)]
    const uses = [use(0, hour, 'high', 90), use(hour, 2 * hour, 'low', 2), use(2 * hour, 6 * hour, 'none')]
    const { fen, reckoning } = planOf({ runs, uses }, 'idle_stop')
    // 3 h of the first run less 30 min, 1 h of the second less 30 min
    expect(reckoning.at(-1)).toEqual({ title: '关机少付', detail: '闲置满 30 分钟之后的 3 小时 × ¥2.28/小时', fen: -684n })
    expect(fen).toBe(1_140n - 684n)
    // without a GPU only where it was not used at all, an hour at least
    expect(planOf({ runs, uses }, 'no_gpu').fen).toBe(1_140n - 684n + 30n)
  })

  it('missing samples are never idle', () => {
    const runs = [runFrom(0, 10 * 3_600)]
    expect(planOf({ runs }, 'idle_stop')).toMatchObject({ fen: null, why_not: '没有 GPU 监控数据，无法判断' })
    expect(planOf({ runs, uses: [use(0, hour, 'none')] }, 'idle_stop').fen).toBe(2_280n - 114n)
    expect(planOf({ runs, uses: [use(20 * hour, 30 * hour, 'none')] }, 'no_gpu').fen).toBeNull()
  })

  it('a rule that stops it as early already is no saving any more', () => {
    const idle = { runs: [runFrom(0, 7_200)], uses: [use(0, 2 * hour, 'none')] }
    expect(planOf({ ...idle, guard: { minutes: 30, percent: 5 } }, 'idle_stop').current).toBe(true)
    expect(planOf({ ...idle, guard: { minutes: 60, percent: 5 } }, 'idle_stop').current).toBe(false)
    expect(planOf({ ...idle, guard: { minutes: 30, percent: 1 } }, 'idle_stop').current).toBe(false)
  })

  const runs = [runFrom(0, 10 * 3_600)]
  it.each([
    ['of one card', { smaller: null }, '只有 1 张卡，没有更小的规格'],
    ['without samples', {}, '没有 GPU 监控数据，无法判断'],
    ['with samples for less than four fifths', { uses: [use(0, 7 * hour, 'high', 40)] }, 'GPU 监控数据不够，无法判断'],
    ['that used both cards', { uses: [use(0, 10 * hour, 'high', 91)] }, '各卡使用率最高合计 91%，1 张卡不够'],
    ['that filled more memory', { uses: [use(0, 10 * hour, 'high', 50, 23_000)] }, '各卡显存最高合计 23 GB，1 张卡放不下'],
    ['whose memory nobody saw', { uses: [use(0, 10 * hour, 'high', 50, null)] }, '没有显存监控数据，无法判断'],
    ['of today', { uses: [use(0, 10 * hour, 'high', 50)], created_at: new Date(end - hour) }, '创建不足 1 天，还看不出规律'],
    ['that fitted', { uses: [use(0, 10 * hour, 'high', 90)] }, null],
  ])('half the cards, for an instance %s: %s', (_, wish, whyNot) => {
    expect(planOf({ runs, ...wish }, 'smaller').why_not).toBe(whyNot)
  })

  it('a smaller package is counted in its own periods', () => {
    const one = planOf({ charge_rule: 'day', package_runs: [{ from: 0, to: 30 * hour }] }, 'smaller')
    expect(one.reckoning).toEqual([{ title: '包日，1 张卡', detail: '2 天 × ¥25.00/天', fen: 5_000n }])
  })

  it.each([
    ['a product no longer sold', { price: null }, 'hour', '产品已下架，没有现价'],
    ['a released instance', { released: true }, 'day', '实例已释放，只作对照'],
    ['an instance of this week', { created_at: new Date(end - 6 * day) }, 'week', '创建不足 7 天，还看不出规律'],
    ['an instance on its way', { status: instanceStatusCodes.starting }, 'day', '现在是「开机中」，不能换计费方式'],
    ['a package, idle', { charge_rule: 'week' as const }, 'idle_stop', '套餐关机也计时，闲置关机不省钱'],
    ['a package, without a GPU', { charge_rule: 'day' as const }, 'no_gpu', '套餐不另收费，无卡开机不省钱'],
  ])('%s cannot take the plan', (_, wish, plan, whyNot) => {
    expect(planOf({ runs, ...wish }, plan).why_not).toBe(whyNot)
  })

  it('the best plan is the cheapest that can be taken now and costs less than what was used', () =>
    fc.assert(
      fc.property(AnyRuns, AnyUses, fc.bigInt({ min: 0n, max: 100_000n }), (some, uses, usedFen) => {
        const plans = computePlans(facts({ runs: some, uses }))
        const best = findBestPlan(plans, usedFen)
        const able = plans.filter(
          ({ plan, fen, current, why_not: whyNot }) => plan !== 'no_gpu' && fen !== null && !current && !whyNot,
        )
        const least = able.reduce((min, { fen }) => (fen! < min ? fen! : min), usedFen)
        expect(best?.fen ?? usedFen).toBe(least)
      }),
    ))
})

describe('decision 078 What packages cost within the window', () => {
  const order = (at: number, days: number, fen: bigint, endsPackages = false): PackageOrder => ({
    order_id: 'order-1',
    paid_at: new Date(at),
    seconds: BigInt(days) * 86_400n,
    ends_packages: endsPackages,
    net_fen: fen,
  })

  it.each([
    ['a week inside counts whole', [order(0, 7, 700n)], null, 700n],
    ['a week that goes on counts by its days', [order(end - 2 * day, 7, 700n)], null, 200n],
    ['a week from before counts by its days', [order(-4 * day, 7, 700n)], null, 300n],
    ['time stacks', [order(-day, 7, 700n), order(0, 30, 3_000n)], null, 600n + 2_400n],
    ['a resize pays for the rest of the stack', [order(0, 10, 1_000n), order(5 * day, 0, 500n)], null, 1_500n],
    ['a resize whose rest goes on counts by its days', [order(end - day, 7, 0n), order(end - day, 0, 700n)], null, 100n],
    ['a conversion ends it; what came back is no cost', [order(0, 7, 50n), order(day, 0, 0n, true)], null, 50n],
    ['a release ends it: what is lost was spent', [order(end - day, 7, 700n)], new Date(end - 1), 700n],
    [
      'what never began and came back is nothing',
      [order(0, 7, 700n), order(day, 7, 0n), order(2 * day, 0, 0n, true)],
      null,
      700n,
    ],
  ])('%s', (_, orders, releasedAt, fen) => expect(computePackageCost(orders, releasedAt, window)).toBe(fen))

  it('is never more than what was paid, and never negative', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            at: fc.integer({ min: -60 * day, max: end }),
            days: fc.integer({ min: 0, max: 30 }),
            fen: fc.nat(100_000),
          }),
        ),
        (wishes) => {
          const orders = wishes.toSorted((a, b) => a.at - b.at).map(({ at, days, fen }) => order(at, days, BigInt(fen)))
          const cost = computePackageCost(orders, null, window)
          expect(cost).toBeGreaterThanOrEqual(0n)
          expect(cost).toBeLessThanOrEqual(orders.reduce((sum, one) => sum + one.net_fen, 0n))
        },
      ),
    ))
})

describe('decision 085 A package spread over its days', () => {
  it('sums up to its price however its time is cut', () =>
    fc.assert(
      fc.property(
        fc.record({ from: fc.integer({ min: 0, max: day }), ms: fc.nat(40 * day), fen: fc.nat(200_000) }),
        fc.array(fc.integer({ min: -day, max: 45 * day })),
        ({ from, ms, fen }, cuts) => {
          const span = { order_id: 'order-1', fen: BigInt(fen), from, to: from + ms }
          const bounds = [-day, ...cuts.toSorted((a, b) => a - b), 45 * day]
          const parts = bounds.slice(1).map((to, nth) => computeSpanCost(span, { from: bounds[nth]!, to }))
          expect(parts.every((part) => part >= 0n)).toBe(true)
          expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(BigInt(fen))
        },
      ),
    ))
})

describe('decision 078 When an instance ran', () => {
  const { running, saving, shutting_down: stopping, shut_down: stopped } = instanceStatusCodes
  const change = (at: number, status: number) => ({ at: new Date(at), status })

  it('is from 运行中 to the next other status; saving an image goes on', () => {
    const changes = [
      change(-hour, running),
      change(hour, stopping),
      change(hour + 1, stopped),
      change(2 * hour, running),
      change(3 * hour, saving),
      change(4 * hour, running),
    ]
    expect(buildRunSpans(changes, window)).toEqual([
      { from: 0, to: hour },
      { from: 2 * hour, to: end },
    ])
  })

  it('an image saved while it is shut down is no run', () =>
    expect(buildRunSpans([change(0, stopped), change(hour, saving), change(2 * hour, stopped)], window)).toEqual([]))

  it('is paid by a package only while one is in force; what is metered but not settled yet is in no plan', () => {
    const orders = [
      { order_id: 'order-1', paid_at: new Date(0), seconds: 604_800n, ends_packages: false, net_fen: 700n },
      { order_id: 'order-2', paid_at: new Date(2 * day), seconds: 0n, ends_packages: true, net_fen: 0n },
    ]
    const known = { orders, released_at: null, metered: [{ from: day, to: day + hour }], window }
    expect(listPackageRuns([{ from: 0, to: 3 * day }], known)).toEqual([
      { from: 0, to: day },
      { from: day + hour, to: 2 * day },
    ])
  })

  it('metered time is not counted twice', () =>
    expect(
      subtractSpans(
        [{ from: 0, to: 10 }],
        [
          { from: 2, to: 4 },
          { from: 4, to: 5 },
          { from: 9, to: 20 },
        ],
      ),
    ).toEqual([
      { from: 0, to: 2 },
      { from: 5, to: 9 },
    ]))
})
