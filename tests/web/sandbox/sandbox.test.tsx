import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EndpointData } from '#contract/endpoint.ts'
import { sandbox } from '#contract/platform.ts'
import '#src/sandbox/CashierPage.tsx'
import '#src/sandbox/SandboxPage.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

type Order = EndpointData<typeof sandbox.cashier>
type Sms = EndpointData<typeof sandbox.inbox>[number]

const visitor = { user: null }
const sms = (id: string, code: string): Sms => ({ id, phone: '13800000001', type: 'login', code, at: '2026-11-21T06:05:00Z' })
const order = (change: Partial<Order> = {}): Order => ({
  trade_no: 't-1',
  amount: '1200.50',
  channel: 'wechat',
  status: 'pending',
  expires_at: new Date(Date.now() + 1_800_000).toISOString(),
  ...change,
})
const absent = () => {
  throw new RefusedError('not_found')
}

beforeEach(() => mockCall(sandbox.mailbox, () => []))

describe('product §2 Sandbox: the mailbox', () => {
  it('shows what was mailed to whom, and notices by text message as they read', async () => {
    const at = '2026-11-21T06:05:00Z'
    mockCall(sandbox.inbox, () => [
      { id: '3', phone: '13800000001', type: 'arrears', code: '', text: '欠费提醒：余额已用完', at },
    ])
    mockCall(sandbox.mailbox, () => [
      {
        ...{ id: '1', to: 'me@example.cn', subject: '【智算中心】发票', text: '见附件', attachments: ['a.pdf'], at },
        ...{ html: '<p>见附件</p>', unsubscribe: null },
      },
    ])
    await openApp('/sandbox', visitor)
    expect(await screen.findByText('【智算中心】发票')).toBeVisible()
    expect(screen.getByText('收件人 me@example.cn')).toBeVisible()
    expect(screen.getByText('附件 a.pdf')).toBeVisible()
    const shown: Blob[] = []
    URL.createObjectURL = (blob) => `blob:${shown.push(blob as Blob)}`
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await userEvent.click(screen.getByRole('button', { name: 'HTML 版' }))
    expect(open).toHaveBeenCalledWith('blob:1', '_blank', 'noopener')
    expect(shown[0]!.type).toContain('text/html')
    expect(await screen.findByText('欠费提醒：余额已用完')).toBeVisible()
  })

  it('is not there where a mail server is configured', async () => {
    mockCall(sandbox.inbox, () => [])
    mockCall(sandbox.mailbox, () => absent())
    await openApp('/sandbox', visitor)
    await screen.findByText('还没有短信')
    await waitFor(() => expect(screen.queryByRole('heading', { name: '邮箱' })).toBeNull())
  })
})

describe('product §2 Sandbox: the phone', () => {
  it('shows the codes to anybody, marked as sandbox, newest as the server has them', async () => {
    mockCall(sandbox.inbox, () => [sms('2', '222222'), sms('1', '111111')])
    await openApp('/sandbox', visitor)
    const messages = await screen.findAllByRole('listitem')
    expect(messages.map((message) => message.textContent)).toEqual([
      expect.stringContaining('222222'),
      expect.stringContaining('111111'),
    ])
    expect(messages[0]).toHaveTextContent('登录验证码，5 分钟内有效')
    expect(screen.getByText('沙箱')).toBeVisible()
  })

  it('looks again every 2 s while it can be seen, and at once when it is seen again', async () => {
    let looks = 0
    mockCall(sandbox.inbox, () => {
      looks += 1
      return looks > 1 ? [sms('1', '111111')] : []
    })
    await openApp('/sandbox', visitor)
    await screen.findByText('还没有短信')
    await screen.findByText('111111')
    const seen = (hidden: boolean) =>
      act(async () => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
        fireEvent(document, new Event('visibilitychange'))
      })
    await seen(true)
    const before = looks
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(looks).toBe(before)
    await seen(false)
    await waitFor(() => expect(looks).toBe(before + 1))
  })

  it('is not there where SMS are real while mails are played, and asks no more', async () => {
    let looks = 0
    mockCall(sandbox.inbox, () => {
      looks += 1
      return absent()
    })
    await openApp('/sandbox', visitor)
    await screen.findByText('还没有邮件')
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(looks).toBe(1)
  })
})

describe('product §2 Sandbox: the cashier', () => {
  let now: Order
  beforeEach(() => {
    now = order()
    mockCall(sandbox.cashier, () => now)
  })

  it('shows what is to be paid and by which way, and pays once', async () => {
    let paid = 0
    mockCall(sandbox.pay, () => {
      paid += 1
      return { status: 'paid' as const }
    })
    await openApp('/sandbox/cashier/t-1', visitor)
    expect(await screen.findByText('1,200.50')).toBeVisible()
    expect(screen.getByText('微信支付')).toBeVisible()
    await userEvent.dblClick(screen.getByRole('button', { name: '支付' }))
    expect(await screen.findByText('已支付')).toBeVisible()
    expect(screen.queryByRole('button', { name: '支付' })).toBeNull()
    expect(paid).toBe(1)
  })

  it('shows the order as it is when it was paid elsewhere meanwhile', async () => {
    mockCall(sandbox.pay, () => {
      now = order({ status: 'paid' })
      throw new RefusedError('recharge_closed')
    })
    await openApp('/sandbox/cashier/t-1', visitor)
    await userEvent.click(await screen.findByRole('button', { name: '支付' }))
    expect(await screen.findByText('已支付')).toBeVisible()
  })

  it('says why a payment was refused and offers it again', async () => {
    mockCall(sandbox.pay, () => {
      throw new RefusedError('unavailable')
    })
    await openApp('/sandbox/cashier/t-1', visitor)
    await userEvent.click(await screen.findByRole('button', { name: '支付' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('服务暂时不可用，请稍后再试')
    expect(screen.getByRole('button', { name: '支付' })).toBeEnabled()
  })

  it.each([
    ['closed by the server', order({ status: 'closed' })],
    ['past its time', order({ expires_at: new Date(Date.now() - 1000).toISOString() })],
  ])('takes no money for an order that is %s', async (_, late) => {
    now = late
    await openApp('/sandbox/cashier/t-1', visitor)
    expect(await screen.findByText('订单已关闭')).toBeVisible()
    expect(screen.queryByRole('button', { name: '支付' })).toBeNull()
  })

  it('knows a missing order', async () => {
    mockCall(sandbox.cashier, absent)
    await openApp('/sandbox/cashier/t-9', visitor)
    expect(await screen.findByText('没有这笔订单')).toBeVisible()
  })
})
