import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { communityImages } from '#contract/community.ts'
import {
  buildImageRelease,
  buildPrivateImage,
  buildReleaseVersion,
  serveImageRelease,
  servePrivateImages,
} from '#tests/web/features/images/images.ts'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildCommunityImageDetail } from './entries.ts'

const visitor = { user: null }
const serveImage = (change = {}) => mockCall(communityImages.get, ({ params }) => buildCommunityImageDetail(params.id, change))

describe('product §7 /community/image/detail', () => {
  it('shows the text of the newest version, the facts and every version', async () => {
    serveImage()
    renderWholeApp('/community/image/detail?id=facts', visitor)
    await findPageTitle('LoRA 微调')
    await screen.findByRole('heading', { name: '新的用法' })
    for (const text of ['陈砚', 'Python 3.12 · CUDA 12.4', 'NVIDIA', '9.8 GB', '7 次，按创建的实例计'])
      expect(screen.getAllByText(text).length).toBeGreaterThan(0)
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^2\.0当前查看.*5 次BSD-3-Clause/),
      expect.stringMatching(/^1\.0PyTorch.*2 次MIT/),
    ])
    expect(document.title).toBe('LoRA 微调 · 智算中心')
  })

  it('leads a visitor through the login to an instance with it', async () => {
    serveImage()
    renderWholeApp('/community/image/detail?id=visitor', visitor)
    const use = await screen.findByRole('link', { name: '用它创建实例' })
    const target = encodeURIComponent('/create-instance?image_id=image-two')
    expect(use).toHaveAttribute('href', `/home?type=login&url=${target}`)
    const star = screen.getByRole('link', { name: /登录后收藏/ })
    expect(star.getAttribute('href')).toBe(`/home?type=login&url=${encodeURIComponent('/community/image/detail?id=visitor')}`)
  })

  it('leads who is signed in straight there, with the version that is looked at', async () => {
    serveImage()
    renderWholeApp('/community/image/detail?id=signed-in')
    expect(await screen.findByRole('link', { name: '用它创建实例' })).toHaveAttribute(
      'href',
      '/create-instance?image_id=image-two',
    )
    await userEvent.click(screen.getByRole('link', { name: '1.0' }))
    expect(getAddress()).toBe('/community/image/detail?id=signed-in&version=1.0')
    await screen.findByRole('heading', { name: '旧的用法' })
    expect(screen.getByRole('link', { name: '用它创建实例' })).toHaveAttribute('href', '/create-instance?image_id=image-one')
  })

  it('keeps it and lets go of it', async () => {
    serveImage()
    mockCall(communityImages.star, ({ body }) => ({ starred: body.starred, stars: body.starred ? 4 : 3 }))
    renderWholeApp('/community/image/detail?id=star')
    await userEvent.click(await screen.findByRole('button', { name: '收藏 · 3' }))
    const kept = await screen.findByRole('button', { name: '已收藏 · 4' })
    expect(kept).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(kept)
    await screen.findByRole('button', { name: '收藏 · 3' })
  })

  it('says what went wrong when it cannot be kept', async () => {
    serveImage()
    mockCall(communityImages.star, () => {
      throw new RefusedError('not_found')
    })
    renderWholeApp('/community/image/detail?id=star-refused')
    await userEvent.click(await screen.findByRole('button', { name: '收藏 · 3' }))
    await screen.findByText('内容不存在或已被删除')
    expect(screen.getByRole('button', { name: '收藏 · 3' })).toBeEnabled()
  })

  it.each(['?id=gone', '', '?id=%3Cscript%3E'])('says that there is none at %j', async (search) => {
    mockCall(communityImages.get, () => {
      throw new RefusedError('not_found')
    })
    renderWholeApp(`/community/image/detail${search}`, visitor)
    await screen.findByText('这个镜像不存在或已下线')
    expect(screen.getByRole('link', { name: '浏览社区镜像' })).toHaveAttribute('href', '/community/image')
  })

  it('says when it cannot be loaded, and tries again', async () => {
    let answers = false
    mockCall(communityImages.get, ({ params }) => {
      if (!answers) throw new RefusedError('unavailable')
      return buildCommunityImageDetail(params.id)
    })
    renderWholeApp('/community/image/detail?id=retry', visitor)
    await screen.findByText('镜像加载失败')
    answers = true
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await findPageTitle('LoRA 微调')
  })
})

describe('requirements §6 Publishing is for those who are signed in', () => {
  it.each(['/community/image/release', '/community/data-set/release'])('%s sends a visitor to sign in', async (path) => {
    renderWholeApp(path, visitor)
    await waitFor(() => expect(getAddress()).toBe(`/home?type=login&url=${encodeURIComponent(path)}`))
  })

  it('and tells them how far they are, with the way to each step', async () => {
    servePrivateImages([buildPrivateImage()])
    serveImageRelease(buildImageRelease([buildReleaseVersion({ state: 'refused', reason: '缺少说明', published_at: null })]))
    renderWholeApp('/community/image/release')
    await findPageTitle('发布社区镜像')
    await screen.findByText('你有 1 个可用的私有镜像')
    expect(screen.getByText('1 个需要修改后重新提交')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '开始发布' })).toHaveAttribute('href', '/console/image/release-image/create')
    expect(screen.getByRole('link', { name: '查看我发布的镜像' })).toHaveAttribute('href', '/console/image/release-image')
  })
})
