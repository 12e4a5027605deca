import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { guards } from '#contract/guards.ts'
import { secret_keys } from '#contract/secret-keys.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/features/wallet/spend-rate/SpendRateBar.tsx'
import '#src/features/wallet/spend-rate/UpcomingReleases.tsx'
import '#src/features/overview/DataOverview.tsx'
import { releaseText } from '#src/features/wallet/spend-rate/release-text.ts'
import { anEvent, serveInstances } from '#tests/web/features/instances/rentals.ts'
import { aBurn, type Burn } from '#tests/web/support/guards.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { aWallet } from '#tests/web/support/wallet.ts'
import { on } from '#tests/web/support/wire.ts'

const open = (burn: Partial<Burn>) =>
  openApp('/console/secret-key', {
    answer: () => {
      on(secret_keys.list, () => ({ items: [], total: 0 }))
      on(guards.burn, () => aBurn(burn))
    },
  })
const in_ms = (ms: number) => new Date(Date.now() + ms).toISOString()

describe('product §5 The burn rate on every page', () => {
  it('says what runs, what it burns, and how long the balance lasts', async () => {
    await open({ running: 2, burn_hour: '4.56', cash: '100.00', runs_out_at: in_ms(21.9 * 3_600_000) })
    const link = await screen.findByText('运行中 2')
    expect(link).toHaveAttribute('href', '/console/container-instance?status=2')
    expect(link.closest('p')).toHaveTextContent('¥4.56/小时')
    expect(link.closest('p')).toHaveTextContent('余额 ¥100.00，约可用 21 小时')
    expect(link.closest('p')).not.toHaveTextContent('去充值')
  })

  it('counts what is saved while it runs, for it is billed', async () => {
    await open({ running: 2, saving: 1, burn_hour: '4.56', runs_out_at: in_ms(21.9 * 3_600_000) })
    const link = await screen.findByText('运行中 2（1 台保存数据中）')
    expect(link).toHaveAttribute('href', '/console/container-instance')
  })

  it('says so when nothing runs', async () => {
    await open({})
    expect((await screen.findByText('没有实例在运行')).closest('p')).toHaveTextContent('余额 ¥321.09')
  })

  it('leads to the recharge when little is left', async () => {
    await open({ running: 1, burn_hour: '2.28', cash: '9.00', runs_out_at: in_ms(4 * 3_600_000), low: true })
    const bar = (await screen.findByText('运行中 1')).closest('p') as HTMLElement
    expect(within(bar).getByText('去充值')).toHaveAttribute('href', expect.stringContaining('/recharge'))
  })

  it('counts the last hour down when nothing is left', async () => {
    await open({ running: 1, cash: '-0.10', grace_until: in_ms(59 * 60_000) })
    const bar = await screen.findByRole('alert')
    expect(bar).toHaveTextContent(/余额已用完，5[89]:\d\d 后关机，数据保留。去充值/)
  })
})

describe('product §4 The countdown to the release', () => {
  it('stands on the overview for what is gone within a week', async () => {
    serveInstances([])
    await openApp('/console/data-overview', {
      answer: () => {
        on(wallet.overview, () => ({
          wallet: aWallet(),
          counts: { total: 1, running: 0, shut_down: 1, abnormal: 0 },
          events: [{ ...anEvent(1), instance_id: 'gpu-9', instance_name: '旧实例' }],
        }))
        on(guards.releases, () => [{ id: 'gpu-8', nick_name: '快到期', release_at: in_ms(3.5 * 86_400_000) }])
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
  ])('of %d days reads %s', (days, text) => expect(releaseText(new Date(now + days * 86_400_000).toISOString(), now)).toBe(text))
  it('of what is not kept is none', () => expect(releaseText(null, now)).toBeNull())
})
