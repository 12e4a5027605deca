import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { platform, type Qrcode } from '#contract/platform.ts'
import { toApiUrl } from '#src/api/api-host.ts'
import { buildServerInfo } from '#tests/web/support/server-info.ts'
import { mockRawCall, toAcceptedResponse } from './wire.ts'

const code = (name: string, change: Partial<Qrcode> = {}): Qrcode => ({
  image: `/api/v1/qrcode/${name}`,
  link: null,
  sample: false,
  ...change,
})
const both = { service: code('service'), official: code('official') }

/** The platform is asked once a page load; each test is one. */
const show = async (change: Parameters<typeof buildServerInfo>[0] = {}) => {
  vi.resetModules()
  mockRawCall(platform.server_info, () =>
    toAcceptedResponse({ ...buildServerInfo({ brand: '某某算力', simulated: false, ...change }) }),
  )
  const { default: Footer } = await import('#src/ui/footer/Footer.tsx')
  const { MemoryRouter: Router } = await import('react-router-dom')
  render(
    <Router>
      <Footer />
    </Router>,
  )
  await screen.findByText(/2026 某某算力/)
}

describe('§2 Footer', () => {
  it('leads to GPU rental, docs, service agreement, privacy policy and the notices of open source', async () => {
    await show()
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(['GPU 租用', '文档', '服务协议', '隐私政策', '开源软件'].map(href)).toEqual([
      '/market',
      '/help/',
      '/help/serviceagreement',
      '/help/privacypolicy',
      '/third-party-notices.txt',
    ])
    expect(screen.getByRole('link', { name: '文档' })).toHaveAttribute('target', '_blank')
  })

  it('offers 1v1 support: code, link, phone and mail as far as they are configured', async () => {
    const link = 'https://kf.example.cn/zhisuan'
    await show({
      qrcodes: { ...both, service: code('service', { link }) },
      contact: { phone: '400-000-0000', email: null, address: null },
    })
    await userEvent.click(screen.getByRole('button', { name: '1v1 支持' }))
    expect(await screen.findByRole('img', { name: '微信扫码，联系客服' })).toHaveAttribute(
      'src',
      toApiUrl('/api/v1/qrcode/service'),
    )
    expect(screen.getByRole('link', { name: /打开在线客服/ })).toHaveAttribute('href', link)
    expect(screen.getByRole('link', { name: '400-000-0000' })).toHaveAttribute('href', 'tel:400-000-0000')
    expect(screen.queryByRole('link', { name: /@/ })).not.toBeInTheDocument()
  })

  it('shows two QR codes', async () => {
    await show({ qrcodes: both })
    const shown = screen.getAllByRole('img').map((image) => [image.getAttribute('alt'), image.getAttribute('src')])
    expect(shown).toEqual([
      ['联系客服', toApiUrl('/api/v1/qrcode/service')],
      ['关注公众号', toApiUrl('/api/v1/qrcode/official')],
    ])
  })

  it('says of a code that only stands in for one that it does', async () => {
    await show({ qrcodes: { ...both, official: code('official', { sample: true }) } })
    expect(screen.getByRole('img', { name: '公众号（示例码）' })).toBeInTheDocument()
    expect(screen.queryByText('关注公众号')).not.toBeInTheDocument()
  })

  it('shows no code that is not configured', async () => {
    await show()
    expect(screen.queryByRole('img')).not.toBeInTheDocument()
    expect(screen.queryByText('关注公众号')).not.toBeInTheDocument()
  })

  it('shows copyright and filing numbers as configured, linked to their registries', async () => {
    await show({ icp_number: '京ICP备2026000000号-1', police_number: '京公网安备 11010502000001号' })
    expect(screen.getByText('© 2026 某某算力 版权所有')).toBeInTheDocument()
    const icp = screen.getByRole('link', { name: '京ICP备2026000000号-1' })
    expect(icp).toHaveAttribute('href', 'https://beian.miit.gov.cn/')
    expect(icp).toHaveAttribute('rel', expect.stringContaining('noopener'))
    expect(screen.getByRole('link', { name: '京公网安备 11010502000001号' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/beian\.mps\.gov\.cn\/.*=11010502000001$/),
    )
  })

  it('links to no registry without a number, and says of the sandbox’s numbers that they are samples', async () => {
    await show()
    const footer = within(screen.getByRole('contentinfo'))
    expect(footer.queryByRole('link', { name: /备/ })).not.toBeInTheDocument()
    expect(footer.getAllByText(/备.*（示例）/)).toHaveLength(2)
  })

  it.each([
    ['where nothing is played', { played: [] }],
    ['beside a number of one’s own', { icp_number: '京ICP备2026000000号-1' }],
  ])('shows no sample of a filing number %s', async (_, change) => {
    await show(change)
    expect(screen.queryByText(/示例/)).not.toBeInTheDocument()
  })
})
