import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { computeRunCharge } from '#contract/money.ts'
import { computeExampleIncome } from '#src/site/community/income-example.ts'
import { findPageTitle, renderWholeApp } from '#tests/web/support/app.tsx'

describe('product §7 Creative income', () => {
  it.each([
    [
      { steps: 5, people: 20, hours: 60, cash_percent: 80 },
      { price: '0.05', each: '2.40', month: '48.00' },
    ],
    [
      { steps: 1, people: 1, hours: 1, cash_percent: 100 },
      { price: '0.01', each: '0.01', month: '0.01' },
    ],
    [
      { steps: 1, people: 100, hours: 1, cash_percent: 99 },
      { price: '0.01', each: '0.00', month: '0.00' },
    ],
    [
      { steps: 100, people: 500, hours: 720, cash_percent: 100 },
      { price: '1.00', each: '720.00', month: '360000.00' },
    ],
    [
      { steps: 7, people: 3, hours: 33, cash_percent: 0 },
      { price: '0.07', each: '0.00', month: '0.00' },
    ],
  ])('of %j is %j', (example, income) => expect(computeExampleIncome(example)).toEqual(income))

  it('is what the bills would say', () => {
    for (const [steps, hours] of [
      [3, 17],
      [11, 5],
      [99, 719],
    ] as const)
      expect(computeExampleIncome({ steps, hours, people: 1, cash_percent: 100 }).each.replace('.', '')).toBe(
        String(computeRunCharge(BigInt(steps) * 10_000n, BigInt(hours) * 3600n)).padStart(3, '0'),
      )
  })

  it('is worked through with figures of one’s own, and leads a visitor to sign in', async () => {
    renderWholeApp('/community/creative-income', { user: null })
    await findPageTitle('创作收益')
    const login = screen.getByRole('link', { name: '登录后申请' })
    expect(login).toHaveAttribute('href', `/home?type=login&url=${encodeURIComponent('/community/creative-income')}`)
    expect(screen.queryByText(/尚未开放/)).toBeNull()
    fireEvent.change(screen.getByLabelText('定价'), { target: { value: '10' } })
    fireEvent.change(screen.getByLabelText('其中用现金余额支付'), { target: { value: '50' } })
    const sum = screen.getByText('当月应计收益').nextElementSibling
    expect(sum).toHaveTextContent('¥60.00')
    expect(screen.getByText('60 小时 × 50% = 30 小时')).toBeInTheDocument()
    expect(screen.getByText(/不是收益承诺/)).toBeInTheDocument()
  })
})
