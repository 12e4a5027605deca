import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { platform } from '#contract/platform.ts'
import { products } from '#contract/products.ts'
import { isCompareOpen, parseComparedIds, withComparedIds } from '#src/site/market/compare.ts'
import { buildCompareRows } from '#src/site/market/compare-rows.ts'
import { resizeWindow } from '#tests/web/support/browser.ts'
import { mockRawCall, toAcceptedResponse, toRefusedResponse } from '#tests/web/ui/header/wire.ts'
import { buildMarketProduct } from '../offers.ts'
import { showMarket } from './show-market.tsx'

const a100 = buildMarketProduct()
const l40s = buildMarketProduct({
  id: 'p-l40s',
  name: 'L40S 48G',
  gpu_model: 'L40S',
  vram: 48,
  price: { ...a100.price, hour: '3.20', day: '76.80', week: '537.60' },
})
const others = ['b', 'c', 'd'].map((letter) => buildMarketProduct({ id: `p-${letter}`, name: `型号 ${letter}` }))
const all = [a100, l40s, ...others]
const params = (search: string) => new URLSearchParams(search)

const toggle = (name: string) => screen.findByRole('checkbox', { name: `对比 ${name}` })

beforeEach(() => {
  resizeWindow(1440) // wide enough for the table
  mockRawCall(platform.server_info, () => toRefusedResponse('unavailable'))
  mockRawCall(products.regions, () => toAcceptedResponse([]))
  mockRawCall(products.models, () => toAcceptedResponse([]))
  mockRawCall(products.list, () => toAcceptedResponse(all, { total: all.length }))
})

describe('issue 4 Market: compare up to four', () => {
  it('keeps the picks in the address, and Back takes one out again', async () => {
    showMarket()
    await userEvent.click(await toggle('A100 80G'))
    await userEvent.click(await toggle('L40S 48G'))
    expect(parseComparedIds(params(window.location.search))).toEqual(['p-a100', 'p-l40s'])
    window.history.back()
    expect(await screen.findByText('再选一款即可对比')).toBeInTheDocument()
    expect(parseComparedIds(params(window.location.search))).toEqual(['p-a100'])
  })

  it('stays when filters change', async () => {
    showMarket('&compare=p-a100')
    await screen.findByRole('region', { name: '对比' })
    await userEvent.click(screen.getByRole('radio', { name: 'NVIDIA' }))
    expect(parseComparedIds(params(window.location.search))).toEqual(['p-a100'])
  })

  it('takes no fifth', async () => {
    showMarket('&compare=p-a100,p-l40s,p-b,p-c')
    expect(await toggle('型号 d')).toBeDisabled()
    expect(await toggle('型号 c')).toBeEnabled()
    expect(screen.getByText('已选满 4 款')).toBeInTheDocument()
    expect(parseComparedIds(params('compare=a,b,c,d,e,a,<b>'))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('opens side by side from the keyboard, marks what differs and what is better, and closes with the address', async () => {
    showMarket('&compare=p-a100,p-l40s')
    const open = await screen.findByRole('button', { name: '对比 2 款' })
    open.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: '对比 2 款' }))
    expect(isCompareOpen(params(window.location.search))).toBe(true)
    const vram = within(dialog.getByRole('row', { name: /^显存/ }))
    expect(vram.getByText('不同')).toBeInTheDocument()
    expect(vram.getByRole('cell', { name: /80 GB/ })).toHaveAttribute('data-best', 'true')
    expect(within(dialog.getByRole('row', { name: /^地域/ })).queryByText('不同')).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('checkbox', { name: /只看不同/ }))
    expect(dialog.queryByRole('row', { name: /^地域/ })).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(isCompareOpen(params(window.location.search))).toBe(false)
  })

  it('is there at once when the address says so, wherever the offers stand in the list', async () => {
    mockRawCall(products.list, ({ url }) =>
      url.searchParams.get('page_size') === '100'
        ? toAcceptedResponse(all, { total: all.length })
        : toAcceptedResponse([], { total: 0 }),
    )
    showMarket('&compare=p-a100,p-l40s&view=compare')
    const dialog = within(await screen.findByRole('dialog', { name: '对比 2 款' }))
    expect(dialog.getByRole('columnheader', { name: /L40S 48G/ })).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: '不再对比 L40S 48G' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('closes the table when fewer than two are left', () => {
    expect(withComparedIds(params('compare=a,b&view=compare'), ['a']).toString()).toBe('compare=a')
    expect(withComparedIds(params('compare=a&view=compare'), []).toString()).toBe('')
  })

  it('calls nothing best where all are alike', () => {
    for (const { differs, cells } of buildCompareRows([a100, { ...a100, id: 'p-2' }])) {
      expect(differs).toBe(false)
      expect(cells.some(({ best }) => best)).toBe(false)
    }
  })

  it('finds the lowest price per card and hour best', () => {
    const row = buildCompareRows([a100, l40s]).find(({ label }) => label === '每卡时最低（元）')!
    expect(row.cells.map(({ text, best }) => [text, best])).toEqual([
      ['6.49 · 包周', false],
      ['3.20', true],
    ])
  })
})

describe('issue 4 Market: price per card and hour', () => {
  it('is a column that sorts, and a second press ends the order', async () => {
    showMarket()
    await screen.findByText('A100 80G')
    const head = screen.getByRole('columnheader', { name: '每卡时最低' })
    expect(head).toHaveAttribute('aria-sort', 'none')
    await userEvent.click(within(head).getByRole('button'))
    expect(params(window.location.search).get('sort')).toBe('card_hour')
    expect(await screen.findByRole('columnheader', { name: '每卡时最低' })).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(within(screen.getByRole('columnheader', { name: '每卡时最低' })).getByRole('button'))
    expect(params(window.location.search).get('sort')).toBeNull()
  })
})
