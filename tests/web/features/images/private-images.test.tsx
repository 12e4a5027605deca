import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { privateImages } from '#contract/private-images.ts'
// pages that come lazily are here before the clock of the first test runs
import '#src/features/images/images.resource.tsx'
import '#src/features/images/private/ShareImageDialog.tsx'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'
import { buildPrivateImage, otherUuid, servePrivateImages } from './images.ts'

const list = '/console/image/private-image'
const first = { timeout: 30_000 }

describe('product §7 Private images', () => {
  it('says how far saving is, and offers nothing that needs the whole image before', async () => {
    servePrivateImages([buildPrivateImage({ state: 'saving', percent: 42, size_gb: null })])
    renderWholeApp(list)
    const row = await screen.findByRole('row', { name: /我的环境/ }, first)
    expect(within(row).getByText('保存中 42%')).toBeInTheDocument()
    for (const action of ['创建实例', '共享', '发布到社区'])
      expect(within(row).queryByRole('button', { name: new RegExp(action) })).not.toBeInTheDocument()
  })

  it('leads from an image to the form that publishes it', async () => {
    const user = userEvent.setup()
    servePrivateImages([buildPrivateImage()])
    renderWholeApp(list)
    const row = await screen.findByRole('row', { name: /我的环境/ }, first)
    await user.click(within(row).getByRole('button', { name: /^更多/ }))
    await user.click(await screen.findByRole('menuitem', { name: /发布到社区/ }))
    await waitFor(() => expect(getAddress()).toBe('/console/image/release-image?private_image_id=private-1'))
  })

  it('shares with an account by its uuid, says at the field what is wrong, and takes it back', async () => {
    const user = userEvent.setup()
    const { shares } = servePrivateImages([buildPrivateImage()])
    renderWholeApp(list)
    await user.click(await screen.findByRole('button', { name: /^共享 我的环境/ }, first))
    const dialog = await screen.findByRole('dialog', { name: '共享「我的环境」' }, first)
    await within(dialog).findByText('还没有共享给任何人。')
    const field = within(dialog).getByLabelText('对方的 UUID')
    const send = within(dialog).getByRole('button', { name: '共享' })

    await user.type(field, '7f3c1d9e-2b44-4c1a-9a55-0f6f5f1f2a99')
    await user.click(send)
    await within(dialog).findByText('没有这个账号，请核对 UUID')
    await user.clear(field)
    await user.type(field, ` ${otherUuid} `)
    await user.click(send)
    await within(dialog).findByText('已共享 1 / 20 个账号')
    expect(within(dialog).getByLabelText('对方的 UUID')).toHaveValue('')

    await user.click(within(dialog).getByRole('button', { name: '收回给 陈砚 的共享' }))
    await screen.findByText(/已经在用它的实例照常运行和开机/)
    await user.click(screen.getByRole('button', { name: '收回' }))
    await within(dialog).findByText('还没有共享给任何人。')
    expect(shares).toEqual([])
  })

  it('lists what others share beside one’s own, to create instances with and nothing else', async () => {
    mockCall(privateImages.shared_list, () => ({
      items: [
        {
          ...buildPrivateImage({ id: 'shared-1', name: '课题组环境' }),
          size_gb: 12,
          owner: { nickname: '陈砚' },
          used_by: 2,
          shared_at: '2026-11-21T04:00:00.000Z',
        },
      ],
      total: 1,
    }))
    renderWholeApp(`${list}/shared`)
    await findPageTitle('共享给我的镜像')
    const row = await screen.findByRole('row', { name: /课题组环境/ })
    for (const words of ['陈砚', '2 台']) expect(within(row).getByText(words)).toBeInTheDocument()
    expect(within(row).getAllByRole('button')).toHaveLength(1)
    expect(screen.getByRole('link', { name: '我的镜像' })).toHaveAttribute('href', list)
  })
})
