import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Order, type OrderDetail, orders } from '#contract/orders.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { waitUntil } from '#tests/support/until.ts'
import '#src/admin/list/ResourceListPage.tsx'
import '#src/admin/show/ResourceShowPage.tsx'
import { paths } from '#src/paths.ts'
import { resizeWindow } from '#tests/web/support/browser.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const page = '/console/cost/my-order'

const order = (change: Partial<Order> = {}): Order => ({
  id: 'order-1',
  kind: 'create_instance',
  title: '创建实例 训练机',
  status: 'done',
  amount: '766.08',
  charge_rule: 'week',
  price_unit: 3,
  quantity: 2,
  instance_id: 'gpu-1',
  instance_name: '训练机',
  created_at: '2026-11-21T06:05:09Z',
  discount: '0.00',
  voucher: '66.08',
  refunded: '0.00',
  paid_at: '2026-11-21T06:05:09Z',
  expires_at: null,
  ...change,
})
const detail = (change: Partial<OrderDetail> = {}): OrderDetail => ({
  ...order(),
  price_version: 3,
  closed_by: null,
  closed_at: null,
  lacks: null,
  entries: [{ id: '7', title: '创建实例 训练机', wallet: 'cash', amount: '-700.00', at: '2026-11-21T06:05:09Z' }],
  refunds: [],
  back_now: { amount: '269.04', how: '把实例转换为按量计费', why: '付过的现金 ¥383.04 − 已用 50 小时 × ¥2.28/小时' },
  ...change,
})
const byHour = order({
  id: 'order-2',
  title: '创建实例 推理机',
  status: 'paid',
  amount: '0.00',
  charge_rule: 'hour',
  quantity: 1,
  instance_id: null,
  instance_name: null,
})

let asked: Record<string, unknown>[]
beforeEach(() => {
  asked = []
  mockCall(orders.list, ({ query }) => {
    asked.push(query)
    const items = [order(), byHour].filter(({ status }) => !query.status || status === query.status)
    return { items, total: items.length }
  })
  mockCall(orders.get, ({ params }) => {
    if (params.id !== 'order-1') throw new RefusedError('not_found')
    return detail()
  })
})

const row = async (title: string) => (await screen.findByText(title)).closest('tr') as HTMLElement

describe('product §5 我的订单', () => {
  it('shows state, amount, charge rule, the way to the instance and the time', async () => {
    await openApp(page)
    const bought = await row('创建实例 训练机')
    expect(within(bought).getByText('已完成')).toBeVisible()
    expect(within(bought).getByText('766.08')).toBeVisible()
    expect(within(bought).getByText('包周 2 周')).toBeVisible()
    expect(within(bought).getByRole('link', { name: '训练机' })).toHaveAttribute('href', paths.containerInstance('gpu-1'))
    expect(within(bought).getByText('2026-11-21 14:05')).toBeVisible()
    expect(screen.getByRole('columnheader', { name: /金额（元）/ })).toBeVisible()
  })

  it('shows no way to an instance that is not there', async () => {
    await openApp(page)
    const unbought = await row('创建实例 推理机')
    expect(within(unbought).getByText('按量计费')).toBeVisible()
    expect(within(unbought).getAllByRole('link')).toHaveLength(1)
  })

  it('is filtered by state, in the address', async () => {
    await openApp(`${page}?status=paid`)
    await row('创建实例 推理机')
    expect(screen.queryByRole('link', { name: '创建实例 训练机' })).toBeNull()
    expect(asked.at(-1)).toMatchObject({ status: 'paid' })
  })

  it('is fetched anew when an order changes', async () => {
    const { push } = await openApp(page)
    await row('创建实例 训练机')
    const before = asked.length
    await push({ type: 'change', resource: 'orders', id: 'order-2' })
    await waitUntil(() => expect(asked.length).toBe(before + 1))
  })

  it('opens to a page of one order', async () => {
    await openApp(`${page}/order-1`)
    expect(await screen.findByRole('heading', { name: '创建实例 训练机' })).toBeVisible()
    expect(screen.getByText('order-1')).toBeVisible()
    const trail = screen.getByRole('navigation', { name: '面包屑' })
    expect(within(trail).getByRole('link', { name: '我的订单' })).toHaveAttribute('href', page)
  })

  it('says what an order was paid with, its rows in the ledger, and what would come back now and why', async () => {
    await openApp(`${page}/order-1`)
    expect(await screen.findByText('怎样支付的')).toBeVisible()
    expect(screen.getByText('代金券支付').nextSibling).toHaveTextContent('¥66.08')
    expect(screen.getByText('现金支付').nextSibling).toHaveTextContent('¥700.00')
    const ledger = screen.getByRole('table', { name: '收支明细中的行' })
    expect(within(ledger).getByRole('link')).toHaveAttribute('href', paths.incomeEntry('7'))
    expect(screen.getByText('¥269.04')).toBeVisible()
    expect(screen.getByText(/已用 50 小时/)).toBeVisible()
    expect(screen.getByRole('link', { name: '看转换计费的报价' })).toHaveAttribute(
      'href',
      paths.instanceConvertBill({ id: 'gpu-1' }),
    )
  })

  it('billed by the hour leads to what was charged', async () => {
    const nothing = { amount: '0.00', how: '下单时没有付款', why: '按量计费运行后按秒扣费。' }
    const metered = { ...byHour, id: 'order-1', instance_id: 'gpu-2', voucher: '0.00', entries: [], back_now: nothing }
    mockCall(orders.get, () => detail(metered))
    await openApp(`${page}/order-1`)
    expect(await screen.findByText(/下单时没有付款/)).toBeVisible()
    expect(screen.getByRole('link', { name: '查看这台实例的消费' })).toHaveAttribute(
      'href',
      paths.consumptionOf({ instance_id: 'gpu-2' }),
    )
    expect(screen.queryByText('现在退订能退多少')).toBeNull()
  })

  const waiting = (change: Partial<OrderDetail> = {}) =>
    detail({
      status: 'pending',
      instance_id: null,
      instance_name: null,
      paid_at: null,
      entries: [],
      expires_at: new Date(getServerNow() + 600_000).toISOString(),
      ...change,
    })

  it('that waits without enough money leads to the recharge of what is missing, and back to paying it', async () => {
    mockCall(orders.get, () => waiting({ lacks: '44.72' }))
    await openApp(`${page}/order-1`)
    expect(await screen.findByText(/期间不占用 GPU/)).toHaveTextContent(/价格还保留 (09:5\d|10:00)/)
    expect(screen.getByRole('link', { name: '去充值' })).toHaveAttribute(
      'href',
      paths.rechargeFor({ amount: '44.72', return: `${page}/order-1` }),
    )
  })

  it('that waits is paid once under one key, and leads to its instance', async () => {
    const keys: (string | undefined)[] = []
    mockCall(orders.get, () => waiting())
    mockCall(orders.pay, ({ request }) => {
      keys.push(request.headers.get('idempotency-key') ?? undefined)
      return order()
    })
    await openApp(`${page}/order-1`)
    await userEvent.click(await screen.findByText('¥766.08', { selector: 'button *' }))
    await waitUntil(() => expect(window.location.pathname).toBe(paths.containerInstance('gpu-1')))
    expect(keys).toEqual([expect.any(String)])
  })

  it('is cards on a phone', async () => {
    resizeWindow(390)
    await openApp(page)
    const card = (await screen.findByRole('heading', { name: '创建实例 训练机' })).closest('li') as HTMLElement
    expect(card).toHaveTextContent('¥766.08')
    expect(within(card).getByRole('link', { name: '创建实例 训练机' })).toHaveAttribute('href', `${page}/order-1`)
  })
})
