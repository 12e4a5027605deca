import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Role } from '#contract/access.ts'
import { help } from '#contract/help.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { type OperatorHost, operatorHosts } from '#contract/operator/hosts.ts'
import { operatorPanel } from '#contract/operator/money.ts'
import { type OperatorProduct, operatorProducts } from '#contract/operator/products.ts'
import { operatorSearch } from '#contract/operator/search.ts'
import { operatorTrends } from '#contract/operator/trends.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { operatorWaiting } from '#contract/operator/waiting.ts'
import { products } from '#contract/products.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { simulatedCapabilities } from '#tests/support/capabilities.ts'
import { getAddress } from '#tests/web/support/app.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(getServerNow() - hours * hourMs - 1000).toISOString()
const openAs = (path: string, role: Role = 'operator_admin', answer?: () => void) =>
  openApp(path, { user: buildUser({ role }), ...(answer && { answer }) })

function servePanel() {
  const smsCodes = { by_known: 0, by_visitors: 0, visitors_max: 4000, budget: 5000 }
  mockCall(operatorPanel.stock, () => ({ gpus: [], instances: [], sms_codes: smsCodes }))
  const zero = { burn_hour: '0.00', revenue_today: '0.00', revenue_week: '0.00', liabilities: '0.00', arrears: '0.00' }
  mockCall(operatorPanel.money, () => ({ at: '2026-11-21T06:00:00Z', ...zero }))
  mockCall(operatorTrends.money, ({ query }) => ({
    series: [
      { key: 'product-1', name: 'A100 · 一区' },
      { key: 'rest', name: '其他' },
    ],
    days: [
      { day: '2026-11-20', revenue: '7.00', parts: ['6.00', '1.00'], recharged: '100.00', withdrawn: '20.00' },
      {
        day: '2026-11-21',
        revenue: `${query.days}.00`,
        parts: [`${query.days}.00`, '0.00'],
        recharged: '0.00',
        withdrawn: '0.00',
      },
    ],
  }))
  mockCall(operatorTrends.fleet, () => ({
    models: [{ gpu_model: 'A100', cards: 8 }],
    recorded_since: null,
    days: [{ day: '2026-11-20', rented_hours: [96], percent: [50], boot_failures: 2, run_failures: 1 }],
  }))
}

describe('decision 079 The panel leads with what waits', () => {
  it('longest first, with its age, and opens the list of just that', async () => {
    await openAs('/operator/panel', 'operator_admin', () => {
      servePanel()
      mockCall(operatorWaiting.get, () => [
        { queue: 'operator-leads' as const, count: 1000, oldest_at: hoursAgo(3) },
        { queue: 'operator-withdrawals' as const, count: 2, oldest_at: hoursAgo(50) },
        { queue: 'operator-hosts' as const, count: 1, oldest_at: null },
        { queue: 'operator-invoices' as const, count: 0, oldest_at: null },
      ])
    })
    const inbox = (await screen.findByRole('heading', { name: '等待处理' })).closest('section')!
    const links = await within(inbox).findAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      '提现2最早 2 天前',
      '新线索999+最早 3 小时前',
      '主机待登记或停售1',
      '发票与红冲',
    ])
    expect(links[0]).toHaveAttribute('href', '/operator/withdrawals?todo=true')
    expect(links[2]).toHaveAttribute('href', '/operator/hosts?todo=true')
  })

  it('says so when nothing does', async () => {
    await openAs('/operator/panel', 'operator_review', () => {
      servePanel()
      mockCall(operatorWaiting.get, () => [{ queue: 'operator-changes' as const, count: 0, oldest_at: null }])
    })
    expect(await screen.findByText('都处理完了，没有等你的事。')).toBeInTheDocument()
  })
})

describe('decision 079 Charts of the panel', () => {
  const table = async (figure: string) => {
    const frame = await screen.findByRole('figure', { name: figure })
    await userEvent.setup().click(within(frame).getByRole('button', { name: '看表格' }))
    return within(frame).getByRole('table')
  }

  it('are tables as well, whose days open the ledger of that day', async () => {
    await openAs('/operator/panel', 'operator_finance', servePanel)
    const rows = within(await table('每天的收入，按产品')).getAllByRole('row')
    expect(rows[1]).toHaveTextContent('2026-11-20¥6.00¥1.00')
    const day = within(rows[1]!).getByRole('link', { name: '2026-11-20' })
    expect(day).toHaveAttribute('href', '/operator/ledger?account=revenue&from=2026-11-20&to=2026-11-20')
    const money = within(await table('每天的充值与提现')).getAllByRole('row')
    expect(money[1]).toHaveTextContent('2026-11-20¥100.00-¥20.00')
    expect(within(await table('每天的 GPU 利用率，按型号')).getByText('50%')).toBeInTheDocument()
  })

  it('open failures to those who may see instances, and no money to others than finance', async () => {
    await openAs('/operator/panel', 'operator_support', servePanel)
    const failures = within(await table('每天的实例异常')).getAllByRole('row')
    expect(failures[1]).toHaveTextContent('2026-11-202 次1 次')
    const day = await screen.findByRole('link', { name: '2026-11-20' })
    expect(day).toHaveAttribute('href', '/operator/failures?from=2026-11-20&to=2026-11-20')
    expect(screen.queryByRole('figure', { name: /收入/ })).toBeNull()
  })

  it('reach over 7, 30 or 90 days, which the address keeps', async () => {
    await openAs('/operator/panel?days=90', 'operator_finance', servePanel)
    expect(within(await table('每天的收入，按产品')).getByText('¥90.00')).toBeInTheDocument()
    await userEvent.setup().click(screen.getByText('近 7 天'))
    expect(await screen.findByText('¥7.00')).toBeInTheDocument()
    expect(getAddress()).toBe('/operator/panel?days=7')
  })
})

describe('decision 079 The palette of the back office', () => {
  it('finds a person by phone after a pause, once, and opens the page', async () => {
    Element.prototype.scrollIntoView = vi.fn()
    const asked: string[] = []
    await openAs('/operator/panel', 'operator_admin', () => {
      servePanel()
      mockCall(help.hidden, () => ({ slugs: [] }))
      mockCall(operatorSearch.find, ({ query }) => {
        asked.push(query.q)
        return [
          { kind: 'operator-users' as const, id: 'user-7', title: '林晓', detail: '13800000001', state: 'frozen' },
          { kind: 'operator-instances' as const, id: 'gpu-7', title: 'lora', detail: 'gpu-7', state: '2' },
        ]
      })
      mockCall(operatorUsers.get, () => {
        throw new RefusedError('not_found') // what its page shows is looked at elsewhere
      })
    })
    const user = userEvent.setup()
    await user.keyboard('{Control>}k{/Control}')
    await user.click(await screen.findByRole('combobox', { name: '命令面板' }))
    await user.paste('13800000001')
    const found = await screen.findByRole('option', { name: /林晓/ })
    expect(found).toHaveTextContent('林晓13800000001已冻结')
    expect(screen.getByRole('option', { name: /lora/ })).toHaveTextContent('运行中')
    expect(asked).toEqual(['13800000001'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(getAddress()).toBe('/operator/users/user-7'))
  })
})

const host: OperatorHost = {
  ...{ id: 'host-1', region_id: 'r1', region_name: '一区', state: 'open', drain_reason: null, problem: null, isolation: [] },
  ...{ cpu: 64, memory: 512, gpu_models: 'A100', gpu_total: 8, gpu_rented: 0, instances: 0, running: 0, simulated: true },
  ...{ capabilities: simulatedCapabilities, cards: 'uuid', unreachable_since: null },
  ...{ seen_at: '2026-11-21T06:00:00Z', maintenance: null, held_at: null, sick_cards: [] },
}

describe('decision 079 The back office is live', () => {
  /** A host whose history grows by a row with each change. */
  const openHost = async () => {
    let changes = 0
    const app = await openAs('/operator/hosts/host-1', 'operator_admin', () => {
      mockCall(operatorHosts.get, () => ({ ...host, state: changes > 0 ? ('drained' as const) : ('open' as const) }))
      mockCall(operatorHosts.drain, () => {
        changes += 1
        return { ...host, state: 'drained' as const }
      })
      mockCall(
        operatorAudit.history,
        () =>
          Array.from({ length: changes }, (_, nth) => ({
            ...{
              id: `row-${nth}`,
              at: '2026-11-21T06:00:00Z',
              actor: { id: 'user-1', nickname: '运营', role: 'operator_admin' },
            },
            ...{ endpoint: 'operator_hosts.drain', summary: '排空：不再接收新实例，在跑的继续', target_id: 'host-1' },
            ...{ before: null, after: { reason: '更换网卡' }, ip: '10.0.0.1', request_id: 'r' },
          })) as never,
      )
    })
    expect(await screen.findByText('还没有人改动过。')).toBeInTheDocument()
    return {
      ...app,
      changeElsewhere: () => {
        changes += 1
      },
    }
  }
  const history = () => screen.getByRole('heading', { name: '变更历史' }).closest('section')!

  it('a page shows one’s own action in its history, in a word', async () => {
    await openHost()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '排空' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('原因'), '更换网卡')
    await user.click(within(dialog).getByRole('button', { name: '排空' }))
    expect(await within(history()).findByText('排空')).toBeInTheDocument()
    expect(within(history()).queryByText(/不再接收新实例/)).toBeNull()
  })

  it('and what another operator does, row and history', async () => {
    const { push, changeElsewhere } = await openHost()
    changeElsewhere()
    await push({ type: 'change', resource: 'back_office', id: 'host-1' })
    expect(await within(history()).findByText('排空')).toBeInTheDocument()
    expect(await screen.findByText('已排空')).toBeInTheDocument()
  })

  it('the bell opens the notifications there, and not in the console', async () => {
    await openHost()
    expect(await screen.findByRole('link', { name: '通知' })).toHaveAttribute('href', '/operator/messages')
  })
})

describe('decision 079 Words', () => {
  const product: OperatorProduct = {
    ...{ id: 'product-1', name: 'A100', region_id: 'r1', region_name: '一区', gpu_model: 'A100', vendor: 'nvidia', vram: 80 },
    ...{ fp32: 19.5, fp16: 312, cpu: 14, memory: 120, net_speed: 200, sys_disk: 30, max_gpu_num: 8, sort: 0, on_sale: false },
    ...{ price: null, price_version: 0, price_pending: false, gpu_total: 8, gpu_rented: 0, instances: 0 },
  }
  const price = { hour: '1.00', day: '2.00', week: '3.00', hour_origin: '1.00', day_origin: '2.00', week_origin: '3.00' }

  it('a product without a price has no version 0, and one that was never listed was not taken off', async () => {
    const items = [
      product,
      { ...product, id: 'product-2', name: 'A800', price_pending: true },
      { ...product, id: 'product-3', name: 'H20', price, price_version: 1 },
    ]
    await openAs('/operator/products', 'operator_admin', () => {
      mockCall(products.regions, () => [])
      mockCall(operatorProducts.list, () => ({ items, total: 3 }))
    })
    expect(await screen.findByRole('row', { name: /A100.*待定价.*还没有定价/ })).toBeInTheDocument()
    expect(screen.getByRole('row', { name: /A800.*首次定价待审批/ })).toBeInTheDocument()
    expect(screen.getByRole('row', { name: /H20.*未上架.*第 1 版/ })).toBeInTheDocument()
  })
})
