import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type CollectedImage, community_authors, community_images } from '#contract/community.ts'
import { products } from '#contract/products.ts'
// pages that come lazily are here before the clock of the first test runs
import '#src/features/images/community/ImageInfo.tsx'
import '#src/features/images/images.resource.tsx'
import '#src/site/community/AuthorPage.tsx'
import { aProduct } from '#tests/web/features/instances/create/shop.ts'
import { aDetail, anImage } from '#tests/web/site/community/entries.ts'
import { address, findTitle, openApp } from '#tests/web/support/app.tsx'
import { on, Refused } from '#tests/web/support/wire.ts'

const first = { timeout: 30_000 }
const priced = (id: string) => {
  const detail = aDetail(id, { price_hour: '0.50' })
  return { ...detail, versions: detail.versions.map((version) => ({ ...version, price_hour: '0.50' })) }
}
const aCollected = (change: Partial<CollectedImage> = {}): CollectedImage => ({
  ...anImage(),
  available: true,
  collected_at: '2026-11-21T04:00:00.000Z',
  ...change,
})

describe('product §7 Community images in the console', () => {
  it('collects from the list, and leads straight to an instance with the newest version', async () => {
    const user = userEvent.setup()
    const sent: unknown[] = []
    on(community_images.list, () => ({ items: [anImage({ price_hour: '0.50' })], total: 1 }))
    on(community_images.facets, () => ({ tags: [], frameworks: [] }))
    on(community_images.get, ({ params }) => priced(params.id))
    on(community_images.star, ({ params, body }) => {
      sent.push([params.id, body.starred])
      return { starred: true, stars: 4 }
    })
    openApp('/console/image/community-image')
    const row = await screen.findByRole('row', { name: /LoRA 微调/ }, first)
    expect(row).toHaveTextContent('¥0.50/小时')
    await user.click(within(row).getByRole('button', { name: /^收藏/ }))
    await waitFor(() => expect(sent).toEqual([['community-lora', true]]))
    await user.click(within(row).getByRole('button', { name: /^创建实例/ }))
    await waitFor(() => expect(address()).toContain('/create-instance?'))
    expect(new URLSearchParams(address().split('?')[1]).get('image_id')).toBe('image-two')
  })

  it('shows what a version costs, alone and together with a GPU', async () => {
    on(community_images.get, ({ params }) => priced(params.id))
    openApp('/console/image/image-info?id=community-lora&version=1.0')
    on(products.list, () => ({ items: [aProduct()], total: 1 }))
    await screen.findByRole('heading', { level: 1, name: /^LoRA 微调/ }, first)
    await screen.findByText('¥2.78/小时', {}, first)
    expect(screen.getByRole('heading', { name: '说明 · 版本 1.0' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '陈砚' })).toHaveAttribute('href', expect.stringContaining('/community/author?id='))
  })

  it('keeps what was taken off in the collection, marked, with no way to use it', async () => {
    on(community_images.collected, () => ({ items: [aCollected({ available: false })], total: 1 }))
    openApp('/console/image/community-image/my-collect')
    const row = await screen.findByRole('row', { name: /LoRA 微调/ }, first)
    expect(within(row).getByText('已下线')).toBeInTheDocument()
    expect(within(row).queryByRole('button', { name: /^创建实例/ })).not.toBeInTheDocument()
    expect(within(row).getByRole('button', { name: /^取消收藏/ })).toBeInTheDocument()
  })

  it('says what became of an image that is gone, and lets go of it', async () => {
    const user = userEvent.setup()
    on(community_images.get, () => {
      throw new Refused('not_found')
    })
    on(community_images.collected, () => ({ items: [], total: 0 }))
    on(community_images.star, () => ({ starred: false, stars: 0 }))
    openApp('/console/my-collect-image/image-info?id=gone')
    await screen.findByText(/正在使用它的实例照常运行和开机/, {}, first)
    await user.click(screen.getByRole('button', { name: '取消收藏' }))
    await waitFor(() => expect(address()).toBe('/console/image/community-image/my-collect'))
  })
})

describe('product §7 The page of an author', () => {
  it('shows what they have published, in numbers and one by one', async () => {
    const asked: unknown[] = []
    on(community_authors.get, ({ params }) => ({
      id: params.id,
      nickname: '陈砚',
      is_creator: true,
      creator_since: null,
      images: 1,
      data_sets: 0,
      stars: 3,
      uses: 7,
    }))
    on(community_images.list, ({ query }) => {
      asked.push(query.author)
      return { items: [anImage()], total: 1 }
    })
    openApp('/community/author?id=author-chen')
    await findTitle('陈砚创作者')
    expect(await screen.findByRole('link', { name: 'LoRA 微调' })).toHaveAttribute(
      'href',
      '/community/image/detail?id=community-lora',
    )
    expect(asked).toEqual(['author-chen'])
  })
})
