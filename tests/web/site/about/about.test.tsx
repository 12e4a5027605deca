import { render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, StaticRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ServerInfo } from '#src/ui/server-info.ts'

const info: ServerInfo = {
  brand: '某某算力',
  version: '0.1.0',
  now: '2026-11-21T06:00:00Z',
  played: [],
  offers: { wechat: true, mail: true, invoicing: true, ssh: true, organisations: false },
  disks: { system: 'measured', data: 'measured' },
  simulated: false,
  icp_number: null,
  police_number: null,
  qrcodes: { service: null, official: null },
  home_message: null,
  contact: { email: null, phone: null, address: null },
}

/** What the platform says is asked for once a page; each test needs a fresh page. */
async function show(change: Partial<ServerInfo> = {}) {
  vi.resetModules()
  vi.doMock('#src/ui/header/requests.ts', () => ({ fetchServerInfo: async () => ({ ...info, ...change }) }))
  const { default: AboutPage } = await import('#src/site/about/AboutPage.tsx')
  render(
    <MemoryRouter>
      <AboutPage />
    </MemoryRouter>,
  )
  return within(await screen.findByRole('region', { name: '联系我们' }))
}
afterEach(() => vi.doUnmock('#src/ui/header/requests.ts'))

describe('requirements §1 About page', () => {
  it('shows exactly 33% efficiency, 12000+ users, 4000+ problems solved and 8000P compute', async () => {
    await show()
    const figures = within(screen.getByRole('region', { name: '数字' }))
    const said = figures.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(said).toEqual([
      ['效率提升', '33%'],
      ['用户', '12000+'],
      ['解决的问题', '4000+'],
      ['算力规模', '8000P'],
    ])
  })

  it('introduces the company by its configured name, and the team by what it does', async () => {
    await show()
    expect(await screen.findByRole('heading', { level: 1, name: '关于某某算力' })).toBeInTheDocument()
    expect(within(screen.getByRole('region', { name: '团队' })).getAllByRole('term').length).toBeGreaterThan(3)
  })

  it('shows the contact channels that are configured', async () => {
    const contact = await show({
      contact: { email: 'service@example.cn', phone: '400-000-0000', address: '北京市某区某路 1 号' },
      qrcodes: { service: { image: '/api/v1/qrcode/service', link: null, sample: false }, official: null },
    })
    expect(await contact.findByRole('link', { name: 'service@example.cn' })).toHaveAttribute('href', 'mailto:service@example.cn')
    expect(contact.getByRole('link', { name: '400-000-0000' })).toHaveAttribute('href', 'tel:4000000000')
    expect(contact.getByText('北京市某区某路 1 号')).toBeInTheDocument()
    expect(contact.getByRole('img', { name: '微信扫码，联系客服' })).toBeInTheDocument()
  })

  it('shows only the chat and the form where nothing is configured', async () => {
    const contact = await show()
    expect(contact.getAllByRole('term').map((term) => term.textContent)).toEqual(['使用中的问题', '购买与合作'])
    expect(contact.getByRole('link', { name: '填写售前咨询' })).toHaveAttribute('href', '/lg-model-aio#consult')
    expect(contact.getByText(/15 个工作日内答复/)).toBeInTheDocument()
  })

  it('is written at build time without a browser', async () => {
    const { default: AboutPage } = await import('#src/site/about/AboutPage.tsx')
    const html = renderToString(
      <StaticRouter location="/about-us">
        <AboutPage />
      </StaticRouter>,
    )
    expect(html).toContain('8000P')
  })
})
