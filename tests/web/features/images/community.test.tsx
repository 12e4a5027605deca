import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type CollectedImage, communityAuthors, communityImages } from '#contract/community.ts'
import { products } from '#contract/products.ts'
// pages that come lazily are here before the clock of the first test runs
import '#src/features/images/community/ImageInfo.tsx'
import '#src/features/images/images.resource.tsx'
import '#src/site/community/AuthorPage.tsx'
import { buildProduct } from '#tests/web/features/instances/create/shop.ts'
import { buildCommunityImage, buildCommunityImageDetail } from '#tests/web/site/community/entries.ts'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const first = { timeout: 30_000 }
const priced = (id: string) => {
  const detail = buildCommunityImageDetail(id, { price_hour: '0.50' })
  return { ...detail, versions: detail.versions.map((version) => ({ ...version, price_hour: '0.50' })) }
}
const aCollected = (change: Partial<CollectedImage> = {}): CollectedImage => ({
  ...buildCommunityImage(),
  available: true,
  collected_at: '2026-11-21T04:00:00.000Z',
  ...change,
})

describe('product §7 Community images in the console', () => {
  it('collects from the list, and leads straight to an instance with the newest version', async () => {
    const user = userEvent.setup()
    const sent: unknown[] = []
    mockCall(communityImages.list, () => ({ items: [buildCommunityImage({ price_hour: '0.50' })], total: 1 }))
    mockCall(communityImages.facets, () => ({ tags: [], frameworks: [] }))
    mockCall(communityImages.get, ({ params }) => priced(params.id))
    mockCall(communityImages.star, ({ params, body }) => {
      sent.push([params.id, body.starred])
      return { starred: true, stars: 4 }
    })
    renderWholeApp('/console/image/community-image')
    const row = await screen.findByRole('row', { name: /LoRA 微调/ }, first)
    expect(row).toHaveTextContent('¥0.50/小时')
    await user.click(within(row).getByRole('button', { name: /^收藏/ }))
    await waitFor(() => expect(sent).toEqual([['community-lora', true]]))
    await user.click(within(row).getByRole('button', { name: /^创建实例/ }))
    await waitFor(() => expect(getAddress()).toContain('/create-instance?'))
    expect(new URLSearchParams(getAddress().split('?')[1]).get('image_id')).toBe('image-two')
  })

  it('shows what a version costs, alone and together with a GPU', async () => {
    mockCall(communityImages.get, ({ params }) => priced(params.id))
    renderWholeApp('/console/image/image-info?id=community-lora&version=1.0')
    mockCall(products.list, () => ({ items: [buildProduct()], total: 1 }))
    await screen.findByRole('heading', { level: 1, name: /^LoRA 微调/ }, first)
    await screen.findByText('¥2.78/小时', {}, first)
    expect(screen.getByRole('heading', { name: '说明 · 版本 1.0' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '陈砚' })).toHaveAttribute('href', expect.stringContaining('/community/author?id='))
  })

  it('keeps what was taken off in the collection, marked, with no way to use it', async () => {
    mockCall(communityImages.collected, () => ({ items: [aCollected({ available: false })], total: 1 }))
    renderWholeApp('/console/image/community-image/my-collect')
    const row = await screen.findByRole('row', { name: /LoRA 微调/ }, first)
    expect(within(row).getByText('已下线')).toBeInTheDocument()
    expect(within(row).queryByRole('button', { name: /^创建实例/ })).not.toBeInTheDocument()
    expect(within(row).getByRole('button', { name: /^取消收藏/ })).toBeInTheDocument()
  })

  it('says what became of an image that is gone, and lets go of it', async () => {
    const user = userEvent.setup()
    mockCall(communityImages.get, () => {
      throw new RefusedError('not_found')
    })
    mockCall(communityImages.collected, () => ({ items: [], total: 0 }))
    mockCall(communityImages.star, () => ({ starred: false, stars: 0 }))
    renderWholeApp('/console/my-collect-image/image-info?id=gone')
    await screen.findByText(/正在使用它的实例照常运行和开机/, {}, first)
    await user.click(screen.getByRole('button', { name: '取消收藏' }))
    await waitFor(() => expect(getAddress()).toBe('/console/image/community-image/my-collect'))
  })
})

describe('product §7 The page of an author', () => {
  it('shows what they have published, in numbers and one by one', async () => {
    const asked: unknown[] = []
    mockCall(communityAuthors.get, ({ params }) => ({
      id: params.id,
      nickname: '陈砚',
      is_creator: true,
      creator_since: null,
      images: 1,
      data_sets: 0,
      stars: 3,
      uses: 7,
    }))
    mockCall(communityImages.list, ({ query }) => {
      asked.push(query.author)
      return { items: [buildCommunityImage()], total: 1 }
    })
    renderWholeApp('/community/author?id=author-chen')
    await findPageTitle('陈砚创作者')
    expect(await screen.findByRole('link', { name: 'LoRA 微调' })).toHaveAttribute(
      'href',
      '/community/image/detail?id=community-lora',
    )
    expect(asked).toEqual(['author-chen'])
  })
})
