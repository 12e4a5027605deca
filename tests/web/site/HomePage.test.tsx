import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { products } from '#contract/products.ts'
import { session } from '#src/session/session.ts'
import HomePage from '#src/site/home/HomePage.tsx'
import { homeDataStore } from '#src/site/offers/home-data.ts'
// the page loads it later; here it is ready before the clock of the first test runs
import '#src/site/home/HomeSections.tsx'
import { CurrentAddress } from '#tests/web/ui/header/CurrentAddress.tsx'
import { storeSignIn } from '#tests/web/ui/header/people.ts'
import { mockRawCall, toAcceptedResponse, toRefusedResponse } from '#tests/web/ui/header/wire.ts'
import { loadHomeProducts, serveHomeSite } from './home.ts'
import { buildMarketProduct, buildSoldOutProduct, toHomeProduct } from './offers.ts'

const show = async () => {
  const page = render(
    <MemoryRouter initialEntries={['/home']}>
      <HomePage />
      <CurrentAddress />
    </MemoryRouter>,
  )
  await screen.findByRole('region', { name: '账单怎么算' }) // the last of what comes later
  return page
}
const list = () => within(screen.getByRole('region', { name: 'GPU 产品' }))
const board = () => within(screen.getByRole('region', { name: '实时余量' }))

beforeEach(() => serveHomeSite())
afterEach(() => session.clear())

describe('§2 GPU product list', () => {
  it('lists each product three times, by hour, day and week, with price and buy button', async () => {
    await loadHomeProducts([buildMarketProduct(), buildMarketProduct({ id: 'p-2', name: 'V100 32G' })])
    await show()
    for (const name of ['A100 80G', 'V100 32G']) {
      const hrefs = ['按小时', '包日', '包周'].map((rule) =>
        list()
          .getByRole('link', { name: `租用 ${name} ${rule}` })
          .getAttribute('href'),
      )
      expect(hrefs.every((href) => href?.startsWith('/home?type=login&url='))).toBe(true)
    }
    expect(list().getAllByText('租用')).toHaveLength(6)
    for (const price of ['¥7.28', '¥168.00', '¥1,090.00']) expect(list().getAllByText(price)).toHaveLength(2)
  })

  it('keeps what is in no activity separately as well (§7), and the order of the list', async () => {
    const activity = { id: 'activity-1', title: '新用户首周 8 折' }
    await loadHomeProducts([buildMarketProduct({ activity }), buildMarketProduct({ id: 'p-2', name: 'V100 32G' })])
    const { offers, activityFree } = homeDataStore.get().data!
    expect(offers.map(({ product }) => product.id)).toEqual(['p-a100', 'p-2'])
    expect(activityFree).toEqual([offers[1]])
  })

  it('shows the hourly price of days and weeks and the list price they are off', async () => {
    await loadHomeProducts([buildMarketProduct()])
    await show()
    expect(list().getByText(/最省/)).toHaveTextContent('折合 ¥6.49/小时，最省')
    expect(list().getByText('¥174.72').closest('del')).toBeInTheDocument()
  })
})

describe('§4 Purchase', () => {
  it('takes a visitor to the login dialog, which carries the target', async () => {
    await loadHomeProducts([buildMarketProduct()])
    await show()
    await userEvent.click(list().getByRole('link', { name: '租用 A100 80G 包日' }))
    expect(screen.getByLabelText('地址')).toHaveTextContent(
      `/home?type=login&url=${encodeURIComponent('/create-instance?product_id=p-a100&charge_rule=day')}`,
    )
  })

  it('takes a signed-in user to the order', async () => {
    storeSignIn()
    await loadHomeProducts([buildMarketProduct()])
    await show()
    await userEvent.click(list().getByRole('link', { name: '租用 A100 80G 包周' }))
    expect(screen.getByLabelText('地址')).toHaveTextContent('/create-instance?product_id=p-a100&charge_rule=week')
  })

  it.each([0, -1])('does nothing with %i idle cards', async (gpuIdles) => {
    await loadHomeProducts([buildSoldOutProduct({ gpu_idles: gpuIdles })])
    await show()
    const buttons = list().getAllByRole('button', { name: /暂无空闲/ })
    expect(buttons).toHaveLength(3)
    for (const button of buttons) expect(button).toBeDisabled()
    await userEvent.click(buttons[0]!)
    expect(screen.getByLabelText('地址')).toHaveTextContent(/^\/home$/)
  })
})

describe('§2 Home', () => {
  it('puts what can be rented first on the board, the cheaper first', async () => {
    await loadHomeProducts([
      buildSoldOutProduct(),
      buildMarketProduct(),
      buildMarketProduct({ id: 'p-2', name: 'V100 32G', price: { ...buildMarketProduct().price, hour: '2.28' } }),
    ])
    await show()
    const names = board()
      .getAllByRole('listitem')
      .map((row) => row.textContent?.slice(0, 4))
    expect(names).toEqual(['V100', 'A100', 'H100'])
  })

  it('has one row on the board for a product that several regions sell: the one with most free cards', async () => {
    const regions = [
      buildMarketProduct({ region_name: '华东一区', gpu_idles: 2, gpu_free: 2 }),
      buildMarketProduct({ id: 'p-2', region_name: '华北一区', gpu_idles: 5, gpu_free: 5 }),
    ]
    mockRawCall(products.home, () => toAcceptedResponse({ data: [] }))
    mockRawCall(products.list, () => toAcceptedResponse(regions, { total: regions.length }))
    await homeDataStore.refresh()
    await show()
    const row = board().getByRole('listitem')
    expect(row).toHaveTextContent('80 GB 显存 · 华北一区')
    expect(row).toHaveTextContent('5 张空闲')
  })

  it('counts free cards, models and the lowest price over the whole market, beyond the home list', async () => {
    const leftOut = buildMarketProduct({
      id: 'p-4090',
      name: 'RTX 4090',
      gpu_model: 'RTX 4090',
      price: { ...buildMarketProduct().price, hour: '2.28' },
    })
    const market = [
      buildMarketProduct(),
      buildSoldOutProduct({ price: { ...buildMarketProduct().price, hour: '1.00' } }),
      leftOut,
    ]
    mockRawCall(products.home, () => toAcceptedResponse({ data: [toHomeProduct(buildMarketProduct())] }))
    mockRawCall(products.list, () => toAcceptedResponse(market, { total: market.length }))
    await homeDataStore.refresh()
    await show()
    expect(screen.getByText('此刻空闲').nextSibling).toHaveTextContent('12 张')
    expect(screen.getByText('GPU 型号').nextSibling).toHaveTextContent('3 种')
    expect(screen.getByText('按量每卡时起').nextSibling).toHaveTextContent('¥2.28')
    const found = list()
      .getByText(/^按量最低/)
      .closest('p')!
    expect(found).toHaveTextContent('按量最低：RTX 4090 每卡时 ¥2.28 起')
    for (const link of [
      within(found).getByRole('link', { name: '在算力市场租用' }),
      screen.getByRole('link', { name: /^¥2.28/ }),
    ])
      expect(link).toHaveAttribute('href', '/market?gpu_model=RTX%204090')
  })

  it('says nothing of a lower price elsewhere where the list has the lowest, and of each card its memory and what can be had', async () => {
    await loadHomeProducts([buildMarketProduct({ gpu_free: 6, gpu_idles: 4, vram: 80 })])
    await show()
    expect(list().queryByText(/^按量最低/)).not.toBeInTheDocument()
    expect(list().getByText('显存 80 GB')).toBeInTheDocument()
    expect(list().getByText('空闲 6 · 单次最多 4')).toBeInTheDocument()
  })

  it('marks simulated hosts', async () => {
    await loadHomeProducts([buildMarketProduct({ simulated: true })])
    await show()
    expect(list().getByText('模拟')).toBeInTheDocument()
    expect(board().getByText(/模拟/)).toBeInTheDocument()
  })

  it('stands without the details only the market knows', async () => {
    mockRawCall(products.home, () => toAcceptedResponse({ data: [toHomeProduct(buildMarketProduct())] }))
    mockRawCall(products.list, () => toRefusedResponse('unavailable'))
    await homeDataStore.refresh()
    await show()
    expect(list().getByRole('link', { name: '租用 A100 80G 包日' })).toBeInTheDocument()
    expect(screen.queryByText('此刻空闲')).not.toBeInTheDocument()
  })

  it('calls a visitor to register and a user to the console', async () => {
    await loadHomeProducts([buildMarketProduct()])
    const visitor = await show()
    for (const link of screen.getAllByRole('link', { name: '注册账号' }))
      expect(link).toHaveAttribute('href', '/home?type=register')
    visitor.unmount()
    storeSignIn()
    await show()
    for (const link of screen.getAllByRole('link', { name: '进入控制台' })) expect(link).toHaveAttribute('href', '/console')
  })

  it('reckons a bill as the server does', async () => {
    await loadHomeProducts([buildMarketProduct()])
    await show()
    const sum = screen.getByText('应付').nextSibling
    const [, seconds = ''] = /× ([\d,]+) 秒/.exec(screen.getByText(/÷ 3600$/).textContent ?? '') ?? []
    const fen = Math.floor((728 * Number(seconds.replace(',', ''))) / 3600)
    expect(sum).toHaveTextContent(`¥${(fen / 100).toFixed(2)}`)
  })

  it('keeps the last offers when a refresh fails, and says so', async () => {
    await loadHomeProducts([buildMarketProduct()])
    mockRawCall(products.home, () => toRefusedResponse('unavailable'))
    await homeDataStore.refresh()
    await show()
    expect(board().getByText(/刷新失败 · 数据截至/)).toBeInTheDocument()
    expect(board().getByText('A100 80G')).toBeInTheDocument()
  })
})
