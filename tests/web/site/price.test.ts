import { describe, expect, it } from 'vitest'
import { computeDiscountTenths, computeHourlyPrice, findCheapestRule } from '#src/ui/catalogue/price.ts'

const price = (hour: string, day: string, week: string, origin = { hour_origin: hour, day_origin: day, week_origin: week }) => ({
  hour,
  day,
  week,
  ...origin,
})

describe('product §3 Effective hourly price', () => {
  it('divides days by 24 and weeks by 168, to the nearest 分', () => {
    const offer = price('2.28', '50.00', '383.04')
    expect([computeHourlyPrice(offer, 'hour'), computeHourlyPrice(offer, 'day'), computeHourlyPrice(offer, 'week')]).toEqual([
      '2.28',
      '2.08',
      '2.28',
    ])
  })

  it('marks the cheapest per hour', () => {
    expect(findCheapestRule(price('2.28', '50.00', '340.00'))).toBe('week')
    expect(findCheapestRule(price('2.28', '40.00', '340.00'))).toBe('day')
  })

  it('marks none when all three are linear', () => {
    expect(findCheapestRule(price('2.28', '54.72', '383.04'))).toBeNull()
  })

  it('prefers the shorter commitment among equals', () => {
    expect(findCheapestRule(price('2.28', '48.00', '336.00'))).toBe('day')
  })
})

describe('§3 List price', () => {
  const origin = { hour_origin: '2.28', day_origin: '54.72', week_origin: '383.04' }

  it('says how much of it is charged', () => {
    const offer = price('1.824', '46.51', '383.04', origin)
    expect([
      computeDiscountTenths(offer, 'hour'),
      computeDiscountTenths(offer, 'day'),
      computeDiscountTenths(offer, 'week'),
    ]).toEqual(['8 折', '8.5 折', null])
  })
})
