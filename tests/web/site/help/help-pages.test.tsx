import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { help } from '#contract/help.ts'
import { helpArticles } from '#contract/help-articles.ts'
import { platform } from '#contract/platform.ts'
import { paths } from '#src/paths.ts'
import ArticlePage from '#src/site/help/HelpArticlePage.tsx'
import HelpHome from '#src/site/help/HelpHome.tsx'
import { preloadArticle } from '#src/site/help/preload-article.ts'
import { hiddenArticles } from '#src/ui/hidden-articles.ts'
import { waitUntil } from '#tests/support/until.ts'
import { mockRawCall, toAcceptedResponse, toRefusedResponse } from '#tests/web/ui/header/wire.ts'

function Where() {
  const { pathname, hash } = useLocation()
  return <output aria-label="地址">{pathname + hash}</output>
}
const site = (path: string) => (
  <MemoryRouter initialEntries={[path]}>
    <Routes>
      <Route path={paths.help} element={<HelpHome />} />
      <Route path={paths.helpArticlePattern} element={<ArticlePage />} />
    </Routes>
    <Where />
  </MemoryRouter>
)
const open = async (path: string) => {
  await preloadArticle(path)
  render(site(path))
  await act(async () => hiddenArticles.load())
}
const hide = (...slugs: string[]) => mockRawCall(help.hidden, () => toAcceptedResponse({ slugs }))
const contents = () => within(screen.getByRole('navigation', { name: '帮助目录' }))
const where = () => screen.getByLabelText('地址').textContent

beforeEach(() => {
  hide()
  mockRawCall(platform.server_info, () => toRefusedResponse('unavailable'))
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => hiddenArticles.forget())

describe('The help centre', () => {
  it('lists every article with one sentence about it', async () => {
    await open('/help/')
    const shown = screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])
    expect(shown).toEqual(helpArticles.map(({ slug, title, summary }) => [`/help/${slug}`, title + summary]))
  })

  it('is written at build time without waiting, once its text has been loaded', async () => {
    await preloadArticle('/help/billing-examples')
    const html = renderToString(site('/help/billing-examples'))
    expect(html).toContain('零头怎样带到下一次')
    expect(html).not.toMatch(/ style="|<script/)
    expect(renderToString(site('/help/'))).toContain('帮助中心')
  })

  it.each(['/help/', '/help/billing-rules'])('%s is taken over by the browser as it was written', async (path) => {
    await preloadArticle(path)
    const root = document.body.appendChild(document.createElement('div'))
    root.innerHTML = renderToString(site(path))
    const written = root.querySelector('h1')
    const page = await act(async () => hydrateRoot(root, site(path))) // a difference is an error, which fails the test
    await act(async () => hiddenArticles.load())
    expect(root.querySelector('h1')).toBe(written)
    act(() => page.unmount())
    root.remove()
  })

  it('leads from an address of no article to the contents', async () => {
    await open('/help/nothing')
    expect(where()).toBe('/help/')
    await preloadArticle('/help/') // needs nothing
  })
})

describe('An article', () => {
  it('stands between the contents of all and its own, with where it stands and when it was last changed', async () => {
    await open('/help/ssh')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('SSH 登录')
    expect(contents().getByRole('link', { name: 'SSH 登录' })).toHaveAttribute('aria-current', 'page')
    expect(contents().getAllByRole('link')).toHaveLength(helpArticles.length)
    expect(within(screen.getByRole('navigation', { name: '位置' })).getByText('连接实例')).toBeInTheDocument()
    const onPage = within(screen.getByRole('navigation', { name: '本页内容' })).getAllByRole('link')
    const sections = screen.getAllByRole('heading', { level: 2 }).filter(({ id }) => id !== '')
    expect(onPage.map((link) => link.getAttribute('href'))).toEqual(sections.map(({ id }) => `#${id}`))
    expect(screen.getByText(/最后更新/)).toHaveTextContent(/20\d\d-\d\d-\d\d$/)
  })

  it('has the one before and the one after it, and none past the ends', async () => {
    await open('/help/billing-examples')
    const around = within(screen.getByRole('navigation', { name: '前后文章' })).getAllByRole('link')
    expect(around.map((link) => link.getAttribute('href'))).toEqual(['/help/billing-rules', '/help/recharge'])
  })

  it('marks the section that is being read', async () => {
    const top = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const order = [...document.querySelectorAll('h2[id]')].indexOf(this)
      return { top: order < 0 || order > 1 ? 500 : 0, height: 0 } as DOMRect
    })
    await open('/help/ssh')
    await waitUntil(() => {
      const links = within(screen.getByRole('navigation', { name: '本页内容' })).getAllByRole('link')
      expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'location', null, null, null])
    })
    top.mockRestore()
  })

  it('shows the section its address names', async () => {
    await open(`/help/ssh#${encodeURIComponent('核对主机指纹')}`)
    const shown = vi.mocked(Element.prototype.scrollIntoView).mock.contexts[0] as Element
    expect(shown).toHaveTextContent('核对主机指纹')
  })

  it('opens its contents in a sheet where the window is narrow', async () => {
    const user = userEvent.setup()
    await preloadArticle('/help/web-terminal')
    await open('/help/ssh')
    await user.click(screen.getByRole('button', { name: '目录' }))
    const sheet = within(await screen.findByRole('dialog', { name: '目录' }))
    await user.click(sheet.getByRole('link', { name: '网页终端' }))
    expect(await screen.findByRole('heading', { level: 1, name: '网页终端' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('The search of the help centre', () => {
  it.each(['/', '{Control>}k{/Control}'])('takes what is typed from %s on, before its texts have come', async (keys) => {
    await preloadArticle('/help/ssh')
    await open('/help/billing-rules')
    const user = userEvent.setup()
    await user.keyboard(keys)
    expect(screen.getByRole('combobox', { name: '搜索帮助' })).toHaveFocus()
    await user.keyboard('ssh{Enter}')
    await waitUntil(() => expect(where()).toMatch(/^\/help\/ssh/))
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})

describe('product §10 A hidden article', () => {
  it('leaves contents, neighbours and search, and its address is that of none', async () => {
    hide('billing-rules')
    await open('/help/billing-examples')
    expect(contents().queryByRole('link', { name: '计费规则' })).toBeNull()
    const around = within(screen.getByRole('navigation', { name: '前后文章' })).getAllByRole('link')
    expect(around[0]).toHaveAttribute('href', '/help/data-sets')

    const user = userEvent.setup()
    await user.keyboard('/')
    await user.type(await screen.findByRole('combobox'), '计费规则')
    const found = await screen.findAllByRole('option')
    expect(found.every((option) => !option.id.includes('billing-rules') && !/^计费规则/.test(option.textContent ?? ''))).toBe(
      true,
    )
  })

  it('leads to the contents', async () => {
    hide('ssh')
    await open('/help/ssh')
    expect(where()).toBe('/help/')
    expect(screen.queryByRole('link', { name: /^SSH 登录/ })).toBeNull()
  })

  it('stays shown while nobody can say that it is hidden', async () => {
    mockRawCall(help.hidden, () => toRefusedResponse('unavailable'))
    await open('/help/ssh')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('SSH 登录')
  })
})

describe('Search by keyboard', () => {
  it('opens with /, goes through the hits with the arrows, and opens the section with Enter', async () => {
    const user = userEvent.setup()
    await open('/help/')
    await user.keyboard('/')
    const input = await screen.findByRole('combobox')
    expect(input).toHaveFocus()
    await user.type(input, '主机 指纹')
    const options = await screen.findAllByRole('option')
    expect(options[0]).toHaveAttribute('aria-selected', 'true')
    expect(options[0]!.querySelectorAll('mark').length).toBeGreaterThan(1)
    expect(input).toHaveAttribute('aria-activedescendant', options[0]!.id)
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    expect(where()).toBe(`/help/ssh#${encodeURIComponent('核对主机指纹')}`)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says so when nothing is found, and types a / into a field as a /', async () => {
    const user = userEvent.setup()
    await open('/help/')
    await user.keyboard('/')
    const input = await screen.findByRole('combobox')
    await user.type(input, '没有这种词/')
    expect(input).toHaveValue('没有这种词/')
    expect(await screen.findByText(/没有找到「没有这种词\/」/)).toBeInTheDocument()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })
})
