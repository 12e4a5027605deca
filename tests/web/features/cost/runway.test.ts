import { describe, expect, it } from 'vitest'
import type { MoneyForecast } from '#contract/consumption.ts'
import { formatLapses } from '#src/features/cost/overview/forecast-text.ts'
import { computeRunway } from '#src/features/cost/runway/runway-rows.ts'

const now = Date.parse('2026-11-21T04:00:00.000Z')
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
const forecast = (change: Partial<MoneyForecast> = {}): MoneyForecast => ({
  available: '240.00',
  burn_hour: '1.00',
  until: inHours(240),
  reason: 'balance',
  renewals: [],
  lapsing: [],
  ...change,
})

describe('decision 080 The runway of the balance', () => {
  it('falls from what is available now to nothing at the moment of the forecast, which is marked', () => {
    const runway = computeRunway(forecast(), now)
    expect(runway?.rows[0]).toEqual({ key: '2026-11-21 12:00', values: [240] })
    expect(runway?.rows[1]).toEqual({ key: '2026-11-22 12:00', values: [216] })
    expect(runway?.rows.at(-1)).toEqual({ key: '2026-12-01 12:00', values: [0] })
    expect(runway?.mark).toEqual({ key: '2026-12-01 12:00', label: '12-01 12:00 用完' })
  })

  it('takes each renewal when it falls due, and says where one is not covered', () => {
    const renewal = { instance_id: 'gpu-1', name: '包日', amount: '100.00' }
    const runway = computeRunway(
      forecast({
        reason: 'renewal',
        until: inHours(120),
        renewals: [
          { ...renewal, at: inHours(72), covered: true },
          { ...renewal, at: inHours(120), covered: false },
        ],
      }),
      now,
    )
    expect(runway?.rows.map(({ values: [left] }) => left)).toEqual([240, 216, 192, 68, 44, 20])
    expect(runway?.mark?.label).toMatch(/不够续费$/)
  })

  it.each([
    [0.5, 2],
    [30, 31],
    [24 * 20, 21],
    [24 * 90, 31],
  ])('draws %d hours as %d points of different names', (hours, points) => {
    const rows = computeRunway(forecast({ until: inHours(hours) }), now)!.rows
    expect(rows).toHaveLength(points)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(points)
  })

  it('draws a steady burn as a straight line, though its end is no whole step away', () => {
    const rows = computeRunway(forecast({ available: '245.00', until: inHours(245) }), now)!.rows
    const falls = rows.slice(1).map(({ values: [left] }, nth) => rows[nth]!.values[0] - left)
    for (const fall of falls) expect(fall).toBeCloseTo(24.5, 6)
  })

  it('shows a month without an end where the money lasts longer, and nothing where nothing is spent', () => {
    const beyond = computeRunway(forecast({ available: '9000.00', until: null, reason: 'beyond' }), now)
    expect(beyond?.mark).toBeUndefined()
    expect(beyond?.rows.at(-1)?.key.slice(0, 10)).toBe('2026-12-21')
    expect(computeRunway(forecast({ until: null, reason: 'idle', burn_hour: '0.00' }), now)).toBeNull()
  })
})

describe('product §5 Packages that end while the balance lasts', () => {
  const lapse = { instance_id: 'gpu-1', name: '训练机', charge_rule: 'week' as const, at: inHours(48), policy: 'stop' as const }

  it.each([
    [[lapse], '包周套餐 11-23 到期后不续费就停止，续费不计入。'],
    [[{ ...lapse, policy: 'hour' as const }], '包周套餐 11-23 到期后转按量计费，扣费不计入。'],
    [[lapse, { ...lapse, at: inHours(72) }], '2 个套餐 11-23 起陆续到期，之后的费用不计入。'],
    [[{ ...lapse, at: inHours(241) }], undefined],
    [[], undefined],
  ])('are named, because what they cost from then on is left out', (lapsing, words) =>
    expect(formatLapses(forecast({ lapsing }))).toBe(words),
  )
})
