import { describe, expect, it } from 'vitest'
import { buildIncomeMonths } from '#src/site/community/creator/IncomeMonths.tsx'

describe('product §7 Creator income by month', () => {
  it('tells what was posted, what still waits and what is estimated apart, oldest first', () => {
    const rows = buildIncomeMonths(
      [
        { month: '2026-10', amount: '12.50', pending: '1.00' },
        { month: '2026-09', amount: '3.00', pending: '0.00' },
      ],
      { month: '2026-11', estimate: '4.20' },
    )
    expect(rows).toEqual([
      { key: '2026-09', values: [3, 0, 0] },
      { key: '2026-10', values: [12.5, 1, 0] },
      { key: '2026-11', values: [0, 0, 4.2] },
    ])
  })
})
