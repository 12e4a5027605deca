import { describe, expect, it } from 'vitest'
import type { InvitationMonth } from '#contract/invitation.ts'
import { buildRewardMonths } from '#src/features/invitation/RewardMonths.tsx'

const now = new Date('2026-02-10T00:00:00+08:00')
const buildMonth = (month: string, friend: number, reward: string): InvitationMonth => ({
  month,
  invitee_id: `user-${friend}`,
  phone: `138****000${friend}`,
  reward,
})

describe('product §6 Rewards by month', () => {
  it('has a bar for each of the last six months, across the year, zero where nothing came', () => {
    const { series, rows } = buildRewardMonths([buildMonth('2025-12', 1, '3.00')], now)
    expect(series).toEqual(['138****0001'])
    expect(rows.map(({ key, values }) => [key, ...values])).toEqual([
      ['2025-09', 0],
      ['2025-10', 0],
      ['2025-11', 0],
      ['2025-12', 3],
      ['2026-01', 0],
      ['2026-02', 0],
    ])
  })

  it('stacks those who brought most, and all others as one', () => {
    const { series, rows } = buildRewardMonths(
      [1, 2, 3, 4, 5, 6].map((friend) => buildMonth('2026-02', friend, `${friend}.00`)),
      now,
    )
    expect(series).toEqual(['138****0006', '138****0005', '138****0004', '138****0003', '其余 2 人'])
    expect(rows.at(-1)?.values).toEqual([6, 5, 4, 3, 3])
  })
})
