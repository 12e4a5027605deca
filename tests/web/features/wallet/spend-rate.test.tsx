import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { instanceGuards } from '#contract/guards.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import '#src/features/wallet/spend-rate/SpendRateBar.tsx'
import { computeRelease } from '#src/features/wallet/spend-rate/release-text.ts'
import { buildSpendRate, type SpendRateReply } from '#tests/web/support/guards.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'

const open = (burn: Partial<SpendRateReply>) =>
  openApp('/console/secret-key', {
    answer: () => {
      mockCall(secretKeys.list, () => ({ items: [], total: 0 }))
      mockCall(instanceGuards.burn, () => buildSpendRate(burn))
    },
  })
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

describe('product §5 The burn rate on every page', () => {
  it('says what runs, what it burns, and how long the balance lasts', async () => {
    await open({ running: 2, burn_hour: '4.56', cash: '100.00', runs_out_at: inMs(21.9 * 3_600_000) })
    const link = await screen.findByText('运行中 2')
    expect(link).toHaveAttribute('href', '/console/container-instance?status=2')
    expect(link.closest('p')).toHaveTextContent('¥4.56/小时')
    expect(link.closest('p')).toHaveTextContent('余额 ¥100.00，约可用 21 小时')
    expect(link.closest('p')).not.toHaveTextContent('去充值')
  })

  it('counts what is saved while it runs, for it is billed', async () => {
    await open({ running: 2, saving: 1, burn_hour: '4.56', runs_out_at: inMs(21.9 * 3_600_000) })
    const link = await screen.findByText('运行中 2（1 台保存数据中）')
    expect(link).toHaveAttribute('href', '/console/container-instance')
  })

  it('says so when nothing runs', async () => {
    await open({})
    expect((await screen.findByText('没有实例在运行')).closest('p')).toHaveTextContent('余额 ¥321.09')
  })

  it('leads to the recharge when little is left', async () => {
    await open({ running: 1, burn_hour: '2.28', cash: '9.00', runs_out_at: inMs(4 * 3_600_000), low: true })
    const bar = (await screen.findByText('运行中 1')).closest('p') as HTMLElement
    expect(within(bar).getByText('去充值')).toHaveAttribute('href', expect.stringContaining('/recharge'))
  })

  it('counts the last hour down when nothing is left', async () => {
    await open({ running: 1, cash: '-0.10', grace_until: inMs(59 * 60_000) })
    const bar = await screen.findByRole('alert')
    expect(bar).toHaveTextContent(/余额已用完，5[89]:\d\d 后关机，数据保留。去充值/)
  })
})

describe('product §4 The countdown to the release', () => {
  const now = Date.parse('2026-11-21T00:00:00.000Z')
  it.each([
    [7.01, '8 天后释放', false],
    [7, '7 天后释放', true],
    [6.001, '7 天后释放', true],
    [1.5, '2 天后释放', true],
    [1, '1 天后释放', true],
    [0.99, '24 小时后释放', true],
    [0.05, '2 小时后释放', true],
    [0.01, '1 小时内释放', true],
    [-1, '1 小时内释放', true],
  ])('of %d days reads %s; soon: %s', (days, text, soon) =>
    expect(computeRelease(new Date(now + days * 86_400_000).toISOString(), now)).toEqual({ text, soon }),
  )
  it('of what is not kept is none', () => expect(computeRelease(null, now)).toBeNull())
})
