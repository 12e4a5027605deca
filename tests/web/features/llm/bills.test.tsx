import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type LlmCall, type LlmMonthDetail, type LlmSums, llmBills } from '#contract/llm-bills.ts'
import '#src/admin/show/ResourceShowPage.tsx'
import '#src/features/consumption/month-bill/MonthBill.tsx'
import { toMonthRange } from '#src/features/consumption/month-bill/month-text.ts'
import '#src/features/llm/calls/llm-calls.resource.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const user = buildUser({ is_tencent: true })
const bills = '/console/large-model-api/bill-api'
const monthBill = '/console/large-model-api/month-bill-detail'
const sums: LlmSums = { calls: 3, prompt_tokens: 12_345, cached_tokens: 45, completion_tokens: 678, cost: '0.030114' }
const row: LlmCall = {
  id: 'call-1',
  at: '2026-11-21T06:05:01Z',
  started_at: '2026-11-21T06:05:00Z',
  key_id: null,
  key_name: null,
  model: 'zhisuan-echo',
  kind: 'chat',
  stream: true,
  prompt_tokens: 1200,
  cached_tokens: 0,
  completion_tokens: 34,
  first_byte_ms: 120,
  total_ms: 1350,
  cost: '0.002672',
  estimated: false,
  state: 'aborted',
  http_status: 499,
  error_code: null,
  request_id: 'req-abc',
}

describe('product §9 调用账单', () => {
  beforeEach(() => {
    mockCall(llmBills.calls, () => ({ items: [row], total: 1 }))
    mockCall(llmBills.sum, () => sums)
    mockCall(llmBills.days, () => [])
    mockCall(llmBills.subjects, () => ({ keys: [{ id: null, name: null }], models: ['zhisuan-echo'] }))
  })

  it('lists each call with its tokens and its cost to six places, and what the filters come to', async () => {
    await openApp(bills, { user })
    const line = (await screen.findByText('控制台试用')).closest('tr')!
    for (const text of ['zhisuan-echo', '客户端中断', '1,200', '34', '1.35 秒', '0.002672']) expect(line).toHaveTextContent(text)
    const total = await screen.findByRole('region', { name: '当前筛选的合计' })
    for (const text of ['¥0.030114', '3 次', '12,345 词元']) expect(total).toHaveTextContent(text)
  })

  it('says of one call at which price it began and what of it was posted', async () => {
    mockCall(llmBills.call, () => ({
      ...row,
      price: { input: '2.00', cached_input: '0.50', output: '8.00' },
      posted: '0.00',
    }))
    await openApp(`${bills}/call-1`, { user })
    expect(await screen.findByText('输入 2.00，命中缓存 0.50，输出 8.00')).toBeInTheDocument()
    expect(screen.getByText('¥0.00（不足 1 分的留到之后的调用）')).toBeInTheDocument()
  })
})

const month: LlmMonthDetail = {
  ...sums,
  month: '2026-11',
  posted: '0.03',
  carried_in: '0.001000',
  carried_out: '0.001114',
  by_model: [{ ...sums, model: 'zhisuan-echo' }],
  by_key: [{ ...sums, key_id: 'key-1', key_name: '课程助教' }],
  lines: [{ ...sums, model: 'zhisuan-echo', key_id: 'key-1', key_name: '课程助教' }],
}

describe('product §9 月账单', () => {
  beforeEach(() => {
    mockCall(llmBills.days, () => [])
    mockCall(llmBills.months, () => [month, { ...sums, month: '2026-10', posted: '1.00' }])
    mockCall(llmBills.month, ({ params }) => ({ ...month, month: params.month }))
  })

  it('adds up: what was carried in and used is what was posted and carried on', async () => {
    await openApp(monthBill, { user })
    const total = await screen.findByRole('region', { name: '本月合计' })
    for (const text of ['¥0.030114', '¥0.001', '¥0.03', '¥0.001114']) expect(total).toHaveTextContent(text)
    const ways = screen.getAllByRole('link', { name: '收支明细' }).map((link) => link.getAttribute('href'))
    expect(ways).toContain('/console/cost/income-detail?kind=llm_usage&from=2026-11-01&to=2026-11-30')
  })

  it('opens each model and each key to its calls of the month', async () => {
    await openApp(monthBill, { user })
    const models = await screen.findByRole('table', { name: '按模型的用量' })
    expect(within(models).getByRole('link', { name: 'zhisuan-echo' })).toHaveAttribute(
      'href',
      `${bills}?from=2026-11-01&to=2026-11-30&model=zhisuan-echo`,
    )
    const keys = screen.getByRole('table', { name: '按密钥的用量' })
    expect(within(keys).getByRole('link', { name: '课程助教' })).toHaveAttribute(
      'href',
      `${bills}?from=2026-11-01&to=2026-11-30&key_id=key-1`,
    )
  })

  it('keeps the month in the address', async () => {
    await openApp(monthBill, { user })
    await userEvent.click(await screen.findByRole('combobox', { name: '月份' }))
    await userEvent.click(await screen.findByTitle('2026 年 10 月'))
    expect(window.location.search).toBe('?month=2026-10')
  })

  it('says what to do before the first call', async () => {
    mockCall(llmBills.months, () => [])
    await openApp(monthBill, { user })
    expect(await screen.findByText('还没有账单')).toBeInTheDocument()
  })

  it.each([
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2026-12', '2026-12-01', '2026-12-31'],
    ['2028-02', '2028-02-01', '2028-02-29'],
  ])('%s is from %s to %s', (of, from, to) => expect(toMonthRange(of)).toEqual({ from, to }))
})
