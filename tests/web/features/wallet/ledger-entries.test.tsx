import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { consumption } from '#contract/consumption.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { type ExportTask, exportTasks } from '#contract/export-tasks.ts'
import { ledgerEntries } from '#contract/ledger-entries.ts'
import { wallet } from '#contract/wallet.ts'
import { ApiError } from '#src/api/api-error.ts'
import * as files from '#src/api/fetch-file.ts'
import { waitUntil } from '#tests/support/until.ts'
import '#src/admin/list/ResourceListPage.tsx'
import '#src/admin/show/ResourceShowPage.tsx'
import { paths } from '#src/paths.ts'
import * as downloads from '#src/ui/download.ts'
import { resizeWindow } from '#tests/web/support/browser.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'

type Entry = EndpointData<typeof wallet.entries>[number]

const recharge: Entry = {
  id: '2',
  kind: 'recharge',
  title: '支付宝充值',
  amount: '1200.50',
  balance_after: '1290.42',
  at: '2026-11-21T06:05:09Z',
  wallet: 'cash',
  voucher: null,
  ref: null,
}
const usage: Entry = {
  id: '1',
  kind: 'usage',
  title: '按量扣费 训练机',
  amount: '-0.08',
  balance_after: '89.92',
  at: '2026-11-21T05:00:00Z',
  wallet: 'cash',
  voucher: null,
  ref: null,
}

const buildExportTask = (told: Partial<ExportTask>): ExportTask => ({
  id: 'export-1',
  kind: 'wallet_entry',
  from: '2026-11-01',
  to: null,
  filters: { kind: 'usage' },
  state: 'waiting',
  percent: 0,
  rows_done: 0,
  rows_total: null,
  file_name: '收支明细-2026-11-21.csv',
  size_bytes: null,
  error: null,
  created_at: '2026-11-21T06:00:00Z',
  ended_at: null,
  expires_at: null,
  ...told,
})

const spent = { count: 1, amount: '0.08', cash: '0.08', voucher: '0.00', usage: '0.08', unsettled: '0.00' }

let asked: Record<string, unknown>[]
beforeEach(() => {
  asked = []
  mockCall(wallet.entries, ({ query }) => {
    asked.push(query)
    const items = [recharge, usage].filter(({ kind }) => !query.kind || kind === query.kind)
    return { items, total: items.length }
  })
  mockCall(ledgerEntries.sum, () => ({ count: 2, income: '1200.50', spent: '-0.08' }))
  mockCall(consumption.sum, () => spent)
})

const row = async (title: string) => (await screen.findByText(title)).closest('tr') as HTMLElement

describe('product §5 收支明细', () => {
  it('is where /console/cost leads', async () => {
    await openApp('/console/cost')
    expect(await screen.findByRole('heading', { name: '收支明细' })).toBeVisible()
    expect(window.location.pathname).toBe('/console/cost/income-detail')
  })

  it('shows time, kind, title, the signed amount by direction and the balance after, with the unit in the head', async () => {
    await openApp('/console/cost/income-detail')
    const gain = await row('支付宝充值')
    expect(within(gain).getByText('2026-11-21 14:05')).toBeVisible()
    expect(within(gain).getByText('充值')).toBeVisible()
    expect(within(gain).getByText('+1,200.50')).toHaveAttribute('data-direction', 'in')
    expect(within(gain).getByText('1,290.42')).toBeVisible()
    const loss = await row('按量扣费 训练机')
    expect(within(loss).getByText('−0.08')).toHaveAttribute('data-direction', 'out')
    expect(screen.getByRole('columnheader', { name: '金额（元）' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: '变动后余额（元）' })).toBeVisible()
  })

  it('is filtered by kind, in the address', async () => {
    await openApp('/console/cost/income-detail?kind=usage')
    await row('按量扣费 训练机')
    expect(screen.queryByText('支付宝充值')).toBeNull()
    expect(asked.at(-1)).toMatchObject({ kind: 'usage' })
  })

  it('says what all selected rows come to, and offers to export just those, which the server writes', async () => {
    const fetched = vi.spyOn(files, 'fetchFile').mockResolvedValue({ blob: new Blob(['x']), name: '收支明细-2026-11-21.csv' })
    const download = vi.spyOn(downloads, 'saveAsFile').mockReturnValue()
    await openApp('/console/cost/income-detail?kind=usage&from=2026-11-01&to=2026-11-21')
    await row('按量扣费 训练机')
    const sums = await screen.findByRole('region', { name: '当前筛选的合计' })
    await waitUntil(() => expect(sums).toHaveTextContent('收入合计+¥1,200.50支出合计−¥0.08'))
    await userEvent.click(screen.getByRole('button', { name: '导出 1 条' }))
    await waitUntil(() => expect(download).toHaveBeenCalledOnce())
    expect(fetched.mock.calls[0]?.[1]).toEqual({ query: { kind: 'usage', from: '2026-11-01', to: '2026-11-21' } })
    expect(download.mock.calls[0]?.[0]).toBe('收支明细-2026-11-21.csv')
  })

  it('makes a task of more rows than the server sends at once, and leads to where it is', async () => {
    const tooLarge = { code: resultCodes.export_too_large.code, status: 422, message: resultCodes.export_too_large.message }
    vi.spyOn(files, 'fetchFile').mockRejectedValue(new ApiError(tooLarge))
    const download = vi.spyOn(downloads, 'saveAsFile').mockReturnValue()
    const made: unknown[] = []
    const task = buildExportTask({ state: 'running', percent: 41, rows_done: 41_000, rows_total: 100_001 })
    mockCall(ledgerEntries.export_task, ({ body }) => {
      made.push(body)
      return task
    })
    mockCall(exportTasks.list, () => ({
      items: [task, buildExportTask({ id: 'export-2', state: 'done', size_bytes: 9_400_000 })],
      total: 2,
    }))
    await openApp('/console/cost/income-detail?kind=usage&from=2026-11-01')
    await row('按量扣费 训练机')
    await userEvent.click(screen.getByRole('button', { name: '导出 1 条' }))
    await userEvent.click(await screen.findByText('查看导出记录'))
    expect([made, download.mock.calls]).toEqual([[{ kind: 'usage', from: '2026-11-01' }], []])
    expect(await screen.findByRole('heading', { name: '导出记录' })).toBeVisible()
    expect(await screen.findByRole('progressbar', { name: '导出进度' })).toHaveAttribute('aria-valuenow', '41')
    expect(screen.getByText('41,000 / 100,001 行')).toBeVisible()
    expect(screen.getAllByText('2026-11-01 起，类型：按量扣费')).toHaveLength(2)
    expect(screen.getByRole('button', { name: /^下载/ })).toHaveTextContent('9 MB')
    expect(screen.getAllByRole('button', { name: /^取消导出/ })).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: /^删除文件/ })).toHaveLength(1)
  })

  it('says what vouchers paid besides the balance, and leads there with the same filters', async () => {
    mockCall(consumption.sum, ({ query }) => ({ ...spent, voucher: query.kind === 'usage' ? '3.20' : '0.00' }))
    await openApp('/console/cost/income-detail?kind=usage&from=2026-11-01&to=2026-11-21')
    expect(await screen.findByText(/由代金券支付/)).toHaveTextContent('另有 ¥3.20 由代金券支付，不动余额，查看')
    expect(screen.getByRole('link', { name: '查看' })).toHaveAttribute(
      'href',
      '/console/cost/income-detail?wallet=voucher&kind=usage&from=2026-11-01&to=2026-11-21',
    )
  })

  it.each(['', '?wallet=voucher&kind=usage', '?kind=recharge'])(
    'says nothing of vouchers where they paid nothing of it: %s',
    async (search) => {
      mockCall(consumption.sum, ({ query }) => ({ ...spent, voucher: query.kind === 'usage' ? '3.20' : '0.00' }))
      await openApp(`/console/cost/income-detail${search}`)
      await screen.findByText('收入合计')
      await waitUntil(() => expect(asked).not.toEqual([]))
      expect(screen.queryByText(/由代金券支付/)).toBeNull()
    },
  )

  it('opens a row to the seconds it charged and the way to the instance', async () => {
    mockCall(ledgerEntries.get, () => ({
      ...usage,
      transaction_id: '9',
      others: [{ ...usage, id: '3', wallet: 'voucher' as const, amount: '-1.00' }],
      charges: [
        {
          instance_id: 'gpu-1',
          instance_name: '训练机',
          segment_id: '4',
          started_at: '2026-11-21T04:00:00Z',
          from_s: 0,
          to_s: 1705,
          price_hour: '2.28',
          amount: '1.08',
          voucher: '1.00',
          at: '2026-11-21T05:00:00Z',
        },
      ],
    }))
    await openApp('/console/cost/income-detail/1')
    expect(await screen.findByText('这一笔是为了什么')).toBeVisible()
    expect(screen.getByRole('link', { name: '查看实例账单' })).toHaveAttribute(
      'href',
      paths.containerInstanceTab('gpu-1', 'billing'),
    )
    expect(screen.getByText(/同一笔交易中，代金券/)).toHaveTextContent('−¥1.00')
    expect(within(screen.getByRole('table', { name: '逐段扣费' })).getByText('0–1705')).toBeVisible()
  })

  it('is fetched anew when the wallet changes', async () => {
    const { push } = await openApp('/console/cost/income-detail')
    await row('支付宝充值')
    const before = asked.length
    await push({ type: 'change', resource: 'wallet', id: null })
    await waitUntil(() => expect(asked.length).toBe(before + 1))
  })

  it('reads as a statement on a phone', async () => {
    resizeWindow(390)
    await openApp('/console/cost/income-detail')
    const card = (await screen.findByText('支付宝充值')).closest('li') as HTMLElement
    expect(card).toHaveTextContent('+¥1,200.50')
    expect(card).toHaveTextContent('余额 ¥1,290.42')
  })

  it('says what will stand here when nothing has happened yet', async () => {
    mockCall(wallet.entries, () => ({ items: [], total: 0 }))
    await openApp('/console/cost/income-detail')
    expect(await screen.findByText('还没有收支')).toBeVisible()
    expect(screen.getByRole('link', { name: '去算力市场' })).toHaveAttribute('href', '/market')
  })
})
