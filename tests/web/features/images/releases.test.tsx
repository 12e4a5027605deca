import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { communityImages } from '#contract/community.ts'
import { imageReleases } from '#contract/image-releases.ts'
import { products } from '#contract/products.ts'
// pages that come lazily are here before the clock of the first test runs
import '#src/features/images/releases/form/PublishImagePage.tsx'
import '#src/features/images/releases/ImageReleaseList.tsx'
import '#src/features/images/releases/ImageReleaseShow.tsx'
import { buildProduct } from '#tests/web/features/instances/create/shop.ts'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildImageRelease, buildPrivateImage, buildReleaseVersion, serveImageRelease, servePrivateImages } from './images.ts'

const form = '/console/image/release-image?private_image_id=private-1'

function serveForm() {
  servePrivateImages([buildPrivateImage()])
  mockCall(communityImages.facets, () => ({ tags: [{ name: '微调', count: 2 }], frameworks: [] }))
  serveImageRelease(buildImageRelease([buildReleaseVersion({ state: 'preparing' })]))
}
/** openApp answers the market with nothing; here one GPU is sold. */
const serveGpu = () => mockCall(products.list, () => ({ items: [buildProduct()], total: 1 }))

describe('product §7 Publishing an image', () => {
  it('hands in what was filled in, once, and goes to the entry', async () => {
    const user = userEvent.setup()
    serveForm()
    const sent: unknown[] = []
    mockCall(imageReleases.create, ({ body }) => {
      sent.push(body)
      return buildImageRelease([buildReleaseVersion({ state: 'preparing' })])
    })
    renderWholeApp(form)
    await user.type(await screen.findByLabelText('名称'), 'LoRA 微调')
    await user.type(screen.getByLabelText('简介'), '单卡微调')
    await user.type(screen.getByLabelText('许可'), 'MIT')
    await user.clear(screen.getByLabelText('说明'))
    await user.type(screen.getByLabelText('说明'), '## 用法')
    await user.click(screen.getByRole('button', { name: '提交审核' }))
    await waitFor(() => expect(getAddress()).toBe('/console/image/release-image/entry-1'))
    expect(sent).toEqual([
      {
        private_image_id: 'private-1',
        name: 'LoRA 微调',
        summary: '单卡微调',
        tags: [],
        version: '1.0',
        licence: 'MIT',
        readme: '## 用法',
        price_hour: '0.00',
      },
    ])
  })

  it('keeps what was typed when Escape closes the proposals', async () => {
    serveForm()
    renderWholeApp(form)
    const licence = await screen.findByLabelText('许可')
    await userEvent.type(licence, 'MI')
    const undone = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    act(() => void licence.dispatchEvent(undone))
    expect(undone.defaultPrevented).toBe(true) // what the browser would do with it is to empty the field
  })

  it('keeps what was typed when it is refused, and says at the field why', async () => {
    const user = userEvent.setup()
    serveForm()
    mockCall(imageReleases.create, () => {
      throw new RefusedError('release_version_taken', { errors: { version: ['这个版本号已经用过，请换一个'] } })
    })
    renderWholeApp(form)
    await user.type(await screen.findByLabelText('名称'), 'LoRA')
    await user.type(screen.getByLabelText('简介'), '单卡微调')
    await user.click(screen.getByRole('button', { name: '提交审核' }))
    await screen.findByText('请输入许可')
    await user.type(screen.getByLabelText('许可'), 'MIT')
    await user.click(screen.getByRole('button', { name: '提交审核' }))
    await screen.findByText('这个版本号已经用过，请换一个')
    expect(screen.getByLabelText('名称')).toHaveValue('LoRA')
  })

  it('lets only creators ask for a price, and says what a user then pays by the hour', async () => {
    const user = userEvent.setup()
    serveForm()
    renderWholeApp(form, { user: buildUser({ is_creator: true }) })
    serveGpu()
    const price = await screen.findByLabelText('价格')
    await user.clear(price)
    await user.type(price, '0.5')
    await screen.findByText('¥2.78/小时')
    await user.clear(price)
    await user.type(price, '0.005')
    await user.tab()
    await screen.findByText(/价格以 0.01 元\/小时为一档/)
  })

  it('tells who is no creator how to become one', async () => {
    serveForm()
    renderWholeApp(form)
    expect(await screen.findByLabelText('价格')).toBeDisabled()
    expect(screen.getByRole('link', { name: '成为创作者' })).toHaveAttribute('href', '/community/creative-income')
  })
})

describe('product §7 What one has published', () => {
  it('shows why a version was refused, and hands it in again with its own text', async () => {
    const user = userEvent.setup()
    servePrivateImages([buildPrivateImage()])
    const refused = buildReleaseVersion({ state: 'refused', reason: '说明里没有启动方法', published_at: null })
    serveImageRelease(buildImageRelease([refused]))
    const sent: unknown[] = []
    mockCall(imageReleases.submit, ({ params, body }) => {
      sent.push([params.version_id, body])
      return buildImageRelease([{ ...refused, state: 'pending', reason: null }])
    })
    renderWholeApp('/console/image/release-image/entry-1')
    await screen.findByText('原因：说明里没有启动方法')
    await user.click(screen.getByRole('button', { name: '修改后重新提交' }))
    await findPageTitle('修改后重新提交')
    const readme = await screen.findByLabelText('说明')
    expect(readme).toHaveValue('## 旧的说明')
    await user.type(readme, '{Enter}启动：run.sh')
    await user.click(screen.getByRole('button', { name: '重新提交' }))
    await waitFor(() =>
      expect(sent).toEqual([['version-1', { licence: 'MIT', readme: '## 旧的说明\n启动：run.sh', price_hour: '0.00' }]]),
    )
  })

  it('says what becomes of those who use it before it takes a version off', async () => {
    const user = userEvent.setup()
    const world = serveImageRelease(buildImageRelease([buildReleaseVersion()]))
    mockCall(imageReleases.offline, () => {
      world.entry = buildImageRelease([buildReleaseVersion({ state: 'offline' })])
      return world.entry
    })
    renderWholeApp('/console/image/release-image/entry-1')
    await user.click(await screen.findByRole('button', { name: '下线' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('正在使用它的实例照常运行和开机')
    await user.click(within(dialog).getByRole('button', { name: '下线' }))
    await screen.findByRole('button', { name: '恢复上线' })
  })

  it('leaves what the platform took off to the platform', async () => {
    serveImageRelease(buildImageRelease([buildReleaseVersion({ state: 'offline', by_platform: true, reason: '含有令牌' })]))
    renderWholeApp('/console/image/release-image/entry-1')
    await screen.findByText('由平台下线，不能自行恢复')
    expect(screen.queryByRole('button', { name: '恢复上线' })).not.toBeInTheDocument()
  })
})
