import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { instanceGuards } from '#contract/guards.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/features/wallet/spend-rate/SpendRateBar.tsx'
import '#src/features/wallet/spend-rate/UpcomingReleases.tsx'
import '#src/features/overview/DataOverview.tsx'
import { formatReleaseSoon } from '#src/features/wallet/spend-rate/release-text.ts'
import { buildInstanceEvent, serveInstances } from '#tests/web/features/instances/rentals.ts'
import { buildSpendRate, type SpendRateReply } from '#tests/web/support/guards.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildWallet } from '#tests/web/support/wallet.ts'
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
  it('stands on the overview for what is gone within a week', async () => {
    serveInstances([])
    await openApp('/console/data-overview', {
      answer: () => {
        mockCall(wallet.overview, () => ({
          wallet: buildWallet(),
          counts: { total: 1, running: 0, shut_down: 1, abnormal: 0 },
          events: [{ ...buildInstanceEvent(1), instance_id: 'gpu-9', instance_name: '旧实例' }],
        }))
        mockCall(instanceGuards.releases, () => [{ id: 'gpu-8', nick_name: '快到期', release_at: inMs(3.5 * 86_400_000) }])
      },
    })
    const row = (await screen.findByText('快到期')).closest('li') as HTMLElement
    expect(row).toHaveTextContent('4 天后释放')
    expect(within(row).getByText('快到期')).toHaveAttribute('href', '/console/container-instance/detail/gpu-8')
  })

  const now = Date.parse('2026-11-21T00:00:00.000Z')
  it.each([
    [7.01, null],
    [7, '7 天后释放'],
    [6.001, '7 天后释放'],
    [1.5, '2 天后释放'],
    [1, '1 天后释放'],
    [0.99, '24 小时后释放'],
    [0.05, '2 小时后释放'],
    [0.01, '1 小时内释放'],
    [-1, '1 小时内释放'],
  ])('of %d days reads %s', (days, text) =>
    expect(formatReleaseSoon(new Date(now + days * 86_400_000).toISOString(), now)).toBe(text),
  )
  it('of what is not kept is none', () => expect(formatReleaseSoon(null, now)).toBeNull())
})
