import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { wallet } from '#contract/wallet.ts'
import { toast } from '#src/ui/toast.ts'
import '#src/features/wallet/recharge/PayQrCode.tsx'
import '#src/features/wallet/recharge/RechargePage.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildRecharge, buildRechargeWallet, serveRechargePage } from './recharges.ts'

const paid = () => buildRecharge({ status: 'paid', pay_url: null, paid_at: new Date().toISOString() })

describe('product §5 Recharge: the counter', () => {
  it('shows the code of the absolute pay address, the time left, and the sandbox cashier in a new tab', async () => {
    serveRechargePage()
    mockCall(wallet.get_recharge, () => buildRecharge())
    await openApp('/recharge?order=recharge-1')
    expect(await screen.findByText('请用支付宝扫码付款')).toBeVisible()
    expect(await screen.findByRole('img', { name: '支付宝付款二维码' })).toBeVisible()
    expect(screen.getByText(/^(30:00|29:5\d)$/)).toBeVisible()
    const cashier = screen.getByRole('link', { name: '打开收银台' })
    expect(cashier).toHaveAttribute('href', `${window.location.origin}/sandbox/cashier/t-1`)
    expect(cashier).toHaveAttribute('target', '_blank')
    expect(cashier).toHaveAttribute('rel', expect.stringContaining('noopener'))
  })

  it('asks every 2 s until it is paid and never again after that', async () => {
    let looks = 0
    serveRechargePage()
    mockCall(wallet.get_recharge, () => {
      looks += 1
      return looks < 3 ? buildRecharge() : paid()
    })
    await openApp('/recharge?order=recharge-1')
    await screen.findByText('请用支付宝扫码付款')
    await screen.findByRole('heading', { name: '充值成功' })
    expect(looks).toBe(3)
    await new Promise((resolve) => setTimeout(resolve, 4500))
    expect(looks).toBe(3)
  })

  const news = {
    id: 'n-1',
    class: 'balance',
    title: '充值 200.00 元已到账',
    content: '余额已更新。',
    link: null,
    read: false,
    created_at: '2026-11-21T06:05:00Z',
  } as const

  it('hears of the payment on the live stream before the next look', async () => {
    let isPaid = false
    serveRechargePage()
    mockCall(wallet.get_recharge, () => (isPaid ? paid() : buildRecharge()))
    const { push } = await openApp('/recharge?order=recharge-1')
    await screen.findByText('请用支付宝扫码付款')
    isPaid = true
    await push({ type: 'notification', notification: news })
    await push({ type: 'change', resource: 'wallet', id: 'recharge-1' })
    expect(await screen.findByRole('heading', { name: '充值成功' })).toHaveFocus()
    expect(toast.get(), 'said once').toEqual([])
  })

  it('shows the new balance, here and in the header, and asks for the user anew', async () => {
    let isPaid = false
    serveRechargePage({ purse: () => buildRechargeWallet({ cash: isPaid ? '700.00' : '500.00' }) })
    mockCall(wallet.get_recharge, () => (isPaid ? paid() : buildRecharge()))
    const { push, userLoads } = await openApp('/recharge?order=recharge-1')
    await screen.findByText('请用支付宝扫码付款')
    await waitFor(() => expect(screen.getByText('¥500.00')).toBeVisible())
    const before = userLoads()
    isPaid = true
    await push({ type: 'change', resource: 'wallet', id: 'recharge-1' })
    const step = (await screen.findByRole('heading', { name: '充值成功' })).parentElement as HTMLElement
    expect(await within(step).findByText('¥700.00')).toBeVisible()
    expect(userLoads()).toBeGreaterThan(before)
  })

  it('offers the same payment again when time is up, as a new intent', async () => {
    const sent: { body: unknown; key: string | null }[] = []
    serveRechargePage()
    mockCall(wallet.get_recharge, ({ params }) =>
      params.id === 'recharge-1' ? buildRecharge({ status: 'closed', pay_url: null }) : buildRecharge({ id: params.id }),
    )
    mockCall(wallet.recharge, ({ body, request }) => {
      sent.push({ body, key: request.headers.get('idempotency-key') })
      return buildRecharge({ id: 'recharge-2' })
    })
    await openApp('/recharge?order=recharge-1&return=%2Fcreate-instance')
    await userEvent.click(await screen.findByRole('button', { name: '重新发起' }))
    await screen.findByText('请用支付宝扫码付款')
    expect(sent).toEqual([{ body: { amount: '200.00', channel: 'alipay' }, key: expect.stringMatching(/^[0-9a-f]{32}$/) }])
    expect(window.location.search).toBe('?order=recharge-2&return=%2Fcreate-instance')
  })

  it('takes a payment whose time has run out on the clock as closed', async () => {
    serveRechargePage()
    mockCall(wallet.get_recharge, () => buildRecharge({ expires_at: new Date(Date.now() - 1000).toISOString() }))
    await openApp('/recharge?order=recharge-1')
    expect(await screen.findByRole('heading', { name: '订单已关闭' })).toBeVisible()
  })

  it('says so when there is no such payment', async () => {
    serveRechargePage()
    mockCall(wallet.get_recharge, () => {
      throw new RefusedError('not_found')
    })
    await openApp('/recharge?order=recharge-9')
    expect(await screen.findByText('没有找到这笔充值')).toBeVisible()
  })
})

describe('product §2 Recharge: the way back', () => {
  it('leads to the page of this origin that sent one here', async () => {
    serveRechargePage()
    mockCall(wallet.get_recharge, paid)
    await openApp('/recharge?order=recharge-1&return=%2Fcreate-instance%3Fproduct_id%3Dp-1')
    const step = (await screen.findByRole('heading', { name: '充值成功' })).parentElement as HTMLElement
    expect(within(step).getByRole('link', { name: '继续创建实例' })).toHaveAttribute('href', '/create-instance?product_id=p-1')
  })

  it('leads to a first instance who has none', async () => {
    serveRechargePage({ instances: 0 })
    mockCall(wallet.get_recharge, paid)
    await openApp('/recharge?order=recharge-1')
    const step = (await screen.findByRole('heading', { name: '充值成功' })).parentElement as HTMLElement
    expect(await within(step).findByRole('link', { name: '创建实例' })).toHaveAttribute('href', '/create-instance')
  })

  it('leads to another instance, too, who has some, and says how long the money lasts', async () => {
    serveRechargePage({ instances: 3 })
    mockCall(wallet.get_recharge, paid)
    await openApp('/recharge?order=recharge-1')
    const step = (await screen.findByRole('heading', { name: '充值成功' })).parentElement as HTMLElement
    expect(within(step).getByRole('link', { name: '创建实例' })).toHaveAttribute('href', '/create-instance')
    expect(await within(step).findByText(/约可用|当前没有消耗|不足 1 小时/)).toBeVisible()
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/a/..//evil.example'])(
    'never leads to %s',
    async (evil) => {
      serveRechargePage()
      mockCall(wallet.get_recharge, paid)
      await openApp(`/recharge?order=recharge-1&return=${encodeURIComponent(evil)}`)
      const step = (await screen.findByRole('heading', { name: '充值成功' })).parentElement as HTMLElement
      expect(within(step).getByRole('link', { name: '查看总览' })).toHaveAttribute('href', '/console/data-overview')
      for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).not.toContain('evil')
    },
  )
})
