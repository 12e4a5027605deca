import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { platform } from '#contract/platform.ts'
import { products } from '#contract/products.ts'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { session } from '#src/session/session.ts'
import { storeSignIn } from '#tests/web/ui/header/people.ts'
import { listRecordedCalls, mockRawCall, toAcceptedResponse, toRefusedResponse } from '#tests/web/ui/header/wire.ts'
import { resizeWindow } from '../support/browser.ts'
import { showMarket } from './market/show-market.tsx'
import { buildMarketProduct, buildSoldOutProduct } from './offers.ts'

const lastQuery = () => Object.fromEntries(listRecordedCalls(products.list).at(-1)?.url.searchParams ?? [])
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))

beforeEach(() => {
  resizeWindow(1440) // wide enough for the table
  mockRawCall(platform.server_info, () => toRefusedResponse('unavailable'))
  mockRawCall(products.regions, () => toAcceptedResponse([{ id: 'bj-1', name: '华北一区', city: '北京' }]))
  mockRawCall(products.models, () => toAcceptedResponse([{ gpu_model: 'A100', vendor: 'nvidia', vram: 80 }]))
  mockRawCall(products.list, () => toAcceptedResponse([buildMarketProduct(), buildSoldOutProduct()], { total: 2 }))
  mockRawCall(stockAlerts.list, () => toAcceptedResponse([], { total: 0 }))
})
afterEach(() => session.clear())

describe('product §3 Market: filters in the address', () => {
  it('asks for what the address says', async () => {
    const visit = showMarket('&region_id=bj-1&vendor=nvidia&gpu_num=2&vram_min=48&price_max=9.5&sort=price&order=asc')
    await screen.findByText('A100 80G')
    expect(lastQuery()).toEqual({
      region_id: 'bj-1',
      vendor: 'nvidia',
      gpu_num: '2',
      vram_min: '48',
      price_max: '9.5',
      cpu_min: String(visit),
      sort: 'price',
      order: 'asc',
      page: '1',
      page_size: '20',
    })
    expect(screen.getByRole('radio', { name: 'NVIDIA' })).toBeChecked()
    expect(await screen.findByRole('option', { name: '华北一区' })).toHaveProperty('selected', true)
    expect(screen.getByLabelText('最高价格')).toHaveValue('9.5')
    expect(screen.getByLabelText('排序')).toHaveValue('price-asc')
  })

  it('writes a choice into the address, and Back takes it out again', async () => {
    showMarket()
    await screen.findByText('A100 80G')
    await userEvent.click(screen.getByRole('radio', { name: '昇腾' }))
    expect(window.location.search).toContain('vendor=ascend')
    await waitFor(() => expect(lastQuery().vendor).toBe('ascend'))
    window.history.back()
    await waitFor(() => expect(screen.getByRole('radio', { name: '昇腾' })).not.toBeChecked())
    expect(window.location.search).not.toContain('vendor')
  })

  it('filters by price once typing pauses', async () => {
    showMarket()
    await screen.findByText('A100 80G')
    await userEvent.type(screen.getByLabelText('最高价格'), '7.5元')
    await waitFor(() => expect(window.location.search).toContain('price_max=7.5'))
    await waitFor(() => expect(lastQuery().price_max).toBe('7.5'))
  })

  it('clears all filters at once', async () => {
    showMarket('&vendor=nvidia&sort=price')
    await screen.findByText('A100 80G')
    await userEvent.click(screen.getByRole('button', { name: '清空筛选' }))
    expect(window.location.search).toBe('?sort=price')
    expect(screen.getByRole('button', { name: '清空筛选' })).toBeDisabled()
  })

  it('puts the filters in a sheet on a phone', async () => {
    resizeWindow(390)
    showMarket('&vendor=nvidia')
    await screen.findByText('A100 80G')
    expect(screen.queryByRole('complementary', { name: '筛选' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '筛选 · 2' }))
    const sheet = within(screen.getByRole('dialog', { name: '筛选' }))
    await userEvent.click(sheet.getByRole('radio', { name: '昇腾' }))
    expect(window.location.search).toContain('vendor=ascend')
    await userEvent.click(await sheet.findByRole('button', { name: '查看 2 款' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('product §3 Market: offers', () => {
  it('shows the three prices side by side with their hourly price, the lowest marked', async () => {
    showMarket()
    await screen.findByText('A100 80G')
    const a100 = row('A100 80G')
    for (const text of ['¥7.28', '¥168.00', '¥1,090.00', '≈ ¥7.00/小时', '≈ ¥6.49/小时'])
      expect(a100.getByText(text)).toBeInTheDocument()
    const cells = a100.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells.filter((text) => text?.includes('每小时最低'))).toEqual([expect.stringContaining('¥1,090.00')])
  })

  it('has the price by the hour as the largest figure, or the least where that is the order', async () => {
    const loud = () =>
      row('A100 80G')
        .getAllByRole('cell')
        .map((cell) => cell.querySelector('[data-loud="true"]')?.textContent)
        .filter(Boolean)
    showMarket()
    await screen.findByText('A100 80G')
    expect(loud()).toEqual(['¥7.28/小时'])
    await userEvent.click(screen.getByRole('button', { name: '每卡时最低' }))
    await waitFor(() => expect(loud()).toEqual([expect.stringContaining('¥6.49')]))
  })

  it('shows free cards as cells and what one instance can get', async () => {
    showMarket()
    await screen.findByText('A100 80G')
    expect(row('A100 80G').getByRole('img', { name: '空闲 6 张，共 16 张' })).toBeInTheDocument()
    expect(row('A100 80G').getByText(/单次最多 4/)).toBeInTheDocument()
  })

  it('marks simulated hosts', async () => {
    mockRawCall(products.list, () => toAcceptedResponse([buildMarketProduct({ simulated: true })], { total: 1 }))
    showMarket()
    expect(await screen.findByText('模拟')).toBeInTheDocument()
  })

  it('rents as many cards as were asked for', async () => {
    storeSignIn()
    showMarket('&gpu_num=2')
    const link = await screen.findByRole('link', { name: '租用 A100 80G' })
    expect(link).toHaveAttribute('href', '/create-instance?product_id=p-a100&gpu_num=2')
  })

  it('takes a visitor to the login dialog, which carries the target', async () => {
    showMarket()
    const link = await screen.findByRole('link', { name: '租用 A100 80G' })
    expect(link).toHaveAttribute(
      'href',
      `/home?type=login&url=${encodeURIComponent('/create-instance?product_id=p-a100&gpu_num=1')}`,
    )
  })

  it('rents nothing that is sold out, and offers the queue and a notice instead', async () => {
    storeSignIn()
    showMarket()
    const h100 = within((await screen.findByText('H100 80G')).closest('tr')!)
    expect(h100.queryByRole('link', { name: /^租用/ })).not.toBeInTheDocument()
    expect(h100.getByRole('link', { name: '排队租用 H100 80G' })).toHaveAttribute(
      'href',
      '/create-instance?product_id=p-h100&gpu_num=1',
    )
    expect(h100.getByRole('link', { name: /到货提醒/ })).toBeInTheDocument()
  })

  it('is cards on a phone', async () => {
    resizeWindow(390)
    showMarket()
    await screen.findByText('A100 80G')
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(screen.getByText('A100 80G').closest('li')).toBeInTheDocument()
  })

  it('asks again when the window gets the focus', async () => {
    showMarket()
    await screen.findByText('A100 80G')
    const before = listRecordedCalls(products.list).length
    mockRawCall(products.list, () => toAcceptedResponse([buildMarketProduct({ gpu_free: 1, gpu_idles: 1 })], { total: 1 }))
    await new Promise((resolve) => setTimeout(resolve, 2100)) // a focus right after a load brings nothing new
    window.dispatchEvent(new Event('focus'))
    expect(await screen.findByRole('img', { name: '空闲 1 张，共 16 张' })).toBeInTheDocument()
    expect(listRecordedCalls(products.list).length).toBeGreaterThan(before)
  })
})

describe('product §3 Market: nothing to show', () => {
  it('says why the market is empty and how to widen the search', async () => {
    mockRawCall(products.list, () => toAcceptedResponse([], { total: 0 }))
    showMarket()
    expect(await screen.findByText('没有符合条件的 GPU')).toBeInTheDocument()
    mockRawCall(products.list, () => toAcceptedResponse([buildMarketProduct()], { total: 1 }))
    await userEvent.click(screen.getAllByRole('button', { name: '清空筛选' }).at(-1)!)
    expect(await screen.findByText('A100 80G')).toBeInTheDocument()
  })

  it('shows a failure with the way to try again', async () => {
    mockRawCall(products.list, () => toRefusedResponse('unavailable', { request_id: 'req-7' }))
    showMarket()
    expect(await screen.findByRole('alert')).toHaveTextContent('服务暂时不可用，请稍后再试')
    mockRawCall(products.list, () => toAcceptedResponse([buildMarketProduct()], { total: 1 }))
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('A100 80G')).toBeInTheDocument()
  })

  it('leads back from a page that is no more', async () => {
    mockRawCall(products.list, ({ url }) =>
      toAcceptedResponse(url.searchParams.get('page') === '1' ? [buildMarketProduct()] : [], { total: 1 }),
    )
    showMarket('&page=9')
    await userEvent.click(await screen.findByRole('button', { name: '回到第一页' }))
    expect(await screen.findByText('A100 80G')).toBeInTheDocument()
  })

  it('turns pages when there are more offers than one page holds', async () => {
    mockRawCall(products.list, () => toAcceptedResponse([buildMarketProduct()], { total: 41 }))
    showMarket('&page=2')
    expect(await screen.findByText('第 2 / 3 页')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: '下一页' }))
    await waitFor(() => expect(lastQuery().page).toBe('3'))
  })
})
