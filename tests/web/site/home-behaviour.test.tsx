import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { activities } from '#contract/activities.ts'
import { session } from '#src/session/session.ts'
import { CommunitySection } from '#src/site/home/CommunitySection.tsx'
import { DiscountSection } from '#src/site/home/DiscountSection.tsx'
import { ExpertServices } from '#src/site/home/ExpertServices.tsx'
import { HomeCarousel } from '#src/site/home/HomeCarousel.tsx'
import { HomeNav } from '#src/site/home/HomeNav.tsx'
import { HomeProductList } from '#src/site/home/HomeProductList.tsx'
import { SideBox } from '#src/site/home/SideBox.tsx'
import { SolutionsSection } from '#src/site/home/SolutionsSection.tsx'
import { homeSections } from '#src/site/home/sections.ts'
import { waitUntil } from '#tests/support/until.ts'
import { CurrentAddress } from '#tests/web/ui/header/CurrentAddress.tsx'
import { storeSignIn } from '#tests/web/ui/header/people.ts'
import { listRecordedCalls, mockRawCall, toAcceptedResponse, toRefusedResponse } from '#tests/web/ui/header/wire.ts'
import { buildBanner, buildHomeActivity, loadHomeProducts, loadPromotions, serveHomeSite } from './home.ts'
import { buildMarketProduct, buildSoldOutProduct } from './offers.ts'

const show = (page: ReactNode) =>
  render(
    <MemoryRouter initialEntries={['/home']}>
      {page}
      <CurrentAddress />
    </MemoryRouter>,
  )
const address = () => screen.getByLabelText('地址').textContent

beforeEach(() => serveHomeSite())
afterEach(async () => {
  session.clear()
  await loadPromotions([])
})

describe('§2 Home: top nav', () => {
  it('opens help in a new tab', () => {
    show(<HomeNav />)
    const help = screen.getByRole('link', { name: /帮助文档/ })
    expect(help).toHaveAttribute('href', '/help/')
    expect(help).toHaveAttribute('target', '_blank')
    expect(help).toHaveAccessibleName(/在新窗口打开/)
  })

  it('leads the other items to sections of the page', () => {
    show(<HomeNav />)
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual([...homeSections.map(({ id }) => `#${id}`), '/help/'])
  })

  it('marks the section that is being read', async () => {
    const places = homeSections.map(({ id }) => <section key={id} id={id} />)
    show([...places, <HomeNav key="nav" />])
    const tops: Record<string, number> = { products: -900, solutions: -100, start: 700 }
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return { top: tops[this.id] ?? 5000 } as DOMRect
    })
    act(() => void window.dispatchEvent(new Event('scroll')))
    expect(await screen.findByRole('link', { name: '选择方案', current: true })).toBeInTheDocument()
    expect(screen.getAllByRole('link', { current: true })).toHaveLength(1)
  })

  it('has a pre-sales chat item', async () => {
    serveHomeSite({
      info: { qrcodes: { service: { image: '/code.svg', link: 'https://kf.example.cn/a', sample: false }, official: null } },
    })
    show(<HomeNav />)
    await userEvent.click(screen.getByRole('button', { name: '售前咨询' }))
    expect(screen.getByRole('button', { name: '售前咨询' })).toHaveAttribute('aria-expanded', 'true')
    expect(await screen.findByText('1v1 支持')).toBeInTheDocument()
  })
})

describe('§2 Home: side box', () => {
  it('offers registration only when logged out', () => {
    const visitor = show(<SideBox />)
    expect(screen.getByRole('link', { name: '注册' })).toHaveAttribute('href', '/home?type=register')
    visitor.unmount()
    storeSignIn()
    show(<SideBox />)
    expect(screen.queryByRole('link', { name: '注册' })).not.toBeInTheDocument()
  })

  it('shows the chat code by hover, by focus and key, and by tap', async () => {
    show(<SideBox />)
    const chat = screen.getByRole('button', { name: '客服' })
    await userEvent.hover(chat)
    expect(await screen.findByText('1v1 支持')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    chat.focus()
    await userEvent.keyboard('{Escape}')
    expect(chat).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{Enter}')
    expect(chat).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    await userEvent.pointer({ target: chat, keys: '[TouchA]' })
    expect(chat).toHaveAttribute('aria-expanded', 'true')
  })

  it('leads back to the top', async () => {
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    show(<SideBox />)
    await userEvent.click(screen.getByRole('button', { name: '回到顶部' }))
    expect(scroll).toHaveBeenCalledWith({ top: 0 })
  })
})

describe('§2 Home: GPU cloud and appliance', () => {
  const cards = () => screen.getAllByRole('article')
  const sizes = () => cards().map((card) => card.dataset.open)

  it('lead to the market and to the appliance page', async () => {
    await loadHomeProducts([buildMarketProduct()])
    show(<SolutionsSection />)
    const hrefs = cards().map((card) => within(card).getByRole('link').getAttribute('href'))
    expect(hrefs).toEqual(['/market', '/lg-model-aio'])
  })

  it('are resized by hover, by focus and by tap', async () => {
    await loadHomeProducts([buildMarketProduct()])
    show(<SolutionsSection />)
    const [cloud, appliance] = cards() as [HTMLElement, HTMLElement]
    expect(sizes()).toEqual(['true', 'false'])
    await userEvent.hover(appliance)
    expect(sizes()).toEqual(['false', 'true'])
    act(() => within(cloud).getByRole('link').focus())
    expect(sizes()).toEqual(['true', 'false'])
    await userEvent.pointer({ target: within(appliance).getByRole('heading'), keys: '[TouchA]' })
    expect(sizes()).toEqual(['false', 'true'])
  })
})

describe('§1 Home: discounts, services, community', () => {
  it('shows one card with CPU, memory, bandwidth, system disk and price tags under the label', async () => {
    await loadHomeProducts([buildMarketProduct()])
    show(<DiscountSection />)
    const card = within(screen.getByRole('article', { name: 'A100 80G 优惠' }))
    const contents = card.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
    expect(contents).toEqual(['GPU 1 卡', 'CPU 16 核', '内存 120 GB', '带宽 500 Mbps', '系统盘 30 GB'])
    expect(card.getByText('新老用户同享，续费同价')).toBeInTheDocument()
    for (const price of ['¥7.28', '¥168.00', '¥1,090.00']) expect(card.getByText(price)).toBeInTheDocument()
  })

  it('shows the model that is chosen, and none that costs its list price', async () => {
    const plain = buildMarketProduct().price
    const full = { ...plain, day: plain.day_origin, week: plain.week_origin }
    await loadHomeProducts([
      buildMarketProduct(),
      buildMarketProduct({ id: 'p-2', name: 'V100 32G', price: { ...plain, hour: '9.00', hour_origin: '9.00' } }),
      buildMarketProduct({ id: 'p-3', name: 'T4', price: full }),
    ])
    show(<DiscountSection />)
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['A100 80G', 'V100 32G'])
    await userEvent.click(screen.getByRole('radio', { name: 'V100 32G' }))
    expect(screen.getByRole('article', { name: 'V100 32G 优惠' })).toBeInTheDocument()
  })

  it('begins with what is in no activity, as everybody pays that price', async () => {
    const activity = { id: 'activity-1', title: '新用户首周 8 折' }
    await loadHomeProducts([
      buildMarketProduct({ activity }),
      buildMarketProduct({ id: 'p-2', name: 'V100 32G', price: { ...buildMarketProduct().price, hour: '9.00' } }),
    ])
    show(<DiscountSection />)
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['V100 32G', 'A100 80G'])
    expect(screen.getByRole('article', { name: 'V100 32G 优惠' })).toBeInTheDocument()
  })

  it('names the seven value-added services', () => {
    show(<ExpertServices />)
    const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(names.slice(0, 7)).toEqual([
      '算法咨询',
      '定制开发',
      '开源支持',
      '数据增强',
      '大模型微调',
      '推理加速',
      '定制化解决方案',
    ])
  })

  it('leads into the community', () => {
    show(<CommunitySection />)
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual(['/community/image', '/community/data-set', '/community/creative-income'])
  })
})

describe('§1 Home: activity banners', () => {
  it('stand after the register call, then what the operator shows', async () => {
    await loadHomeProducts([buildMarketProduct()])
    await loadPromotions(
      [buildHomeActivity()],
      [buildBanner(), buildBanner({ id: 'banner-2', title: '外站', link: 'https://example.com/a' })],
    )
    show(<HomeCarousel />)
    // The code of each kind of slide comes by itself.
    await screen.findByRole('heading', { name: '年终包周 8 折', hidden: true })
    await screen.findByRole('heading', { name: '外站', hidden: true })
    const slides = screen.getAllByRole('group', { hidden: true }).map((slide) => slide.getAttribute('aria-label'))
    expect(slides).toEqual(['1 / 4', '2 / 4', '3 / 4', '4 / 4'])
    const titles = screen.getAllByRole('heading', { hidden: true }).map(({ textContent }) => textContent)
    expect(titles).toEqual(['看得见的每一张卡，算得清的每一分钱', '实时余量', '年终包周 8 折', '昇腾上架', '外站'])
  })

  it('leave the page alone when they cannot be had', async () => {
    await loadHomeProducts([buildMarketProduct()])
    mockRawCall(activities.list, () => toRefusedResponse('unavailable'))
    show(<HomeCarousel />)
    await waitUntil(() => expect(listRecordedCalls(activities.list)).not.toHaveLength(0))
    expect(screen.queryByRole('group')).not.toBeInTheDocument()
    expect(screen.getByRole('region', { name: '首页推荐' })).not.toHaveAttribute('aria-roledescription')
  })

  it('keep slides that are out of sight from keyboard and reader', async () => {
    await loadPromotions([buildHomeActivity()])
    show(<HomeCarousel />)
    const slides = screen.getAllByRole('group', { hidden: true })
    expect(slides.length).toBeGreaterThan(1)
    expect(slides.filter((slide) => !slide.hasAttribute('inert'))).toHaveLength(1) // whichever is shown by now: it moves by itself
  })
})

describe('§4 Purchase under an activity', () => {
  const buy = () => userEvent.click(screen.getByRole('button', { name: '活动价租用 A100 80G 包周' }))
  const market = [buildMarketProduct({ activity: { id: 'activity-1', title: '年终包周 8 折' } })]

  it('takes a visitor to the login dialog, which carries the target', async () => {
    await loadHomeProducts(market)
    await loadPromotions([buildHomeActivity()])
    show(<HomeProductList />)
    await buy()
    const url = new URL(address() ?? '', 'http://home').searchParams.get('url')
    expect(url).toMatch(/^\/create-instance\?product_id=p-a100&charge_rule=week/)
  })

  it('checks whether the user may take part', async () => {
    storeSignIn()
    mockRawCall(activities.user_label, () => toAcceptedResponse({ status: false, activity_id: null, why_not: null }))
    await loadHomeProducts(market)
    await loadPromotions([buildHomeActivity()])
    show(<HomeProductList />)
    await buy()
    await waitUntil(() => expect(address()).toBe('/create-instance?product_id=p-a100&charge_rule=week'))
    expect(listRecordedCalls(activities.user_label)[0]?.url.searchParams.get('product_id')).toBe('p-a100')
  })

  it('is only for the way of paying that the activity discounts', async () => {
    await loadHomeProducts(market)
    await loadPromotions([buildHomeActivity()])
    show(<HomeProductList />)
    expect(screen.getAllByRole('button', { name: /活动价租用/ })).toHaveLength(1)
    expect(screen.getByRole('link', { name: '租用 A100 80G 包日' })).toBeInTheDocument()
  })

  it('does nothing while no card is idle', async () => {
    await loadHomeProducts([buildSoldOutProduct({ activity: { id: 'activity-1', title: '年终包周 8 折' } })])
    await loadPromotions([buildHomeActivity()])
    show(<HomeProductList />)
    expect(screen.queryByRole('button', { name: /活动价租用/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'H100 80G 包周 暂无空闲' })).toBeDisabled()
  })
})
