import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { communityImages } from '#contract/community.ts'
import {
  buildCommunitySearch,
  type CommunityListRules,
  parseCommunityQuery,
  toCommunityListQuery,
} from '#src/site/community/community-query.ts'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildCommunityImage, buildDataset, serveCommunity } from './entries.ts'

const visitor = { user: null }
const chips = (label: string) => within(screen.getByRole('navigation', { name: `按${label}筛选` }))

describe('requirements §2 /community', () => {
  it.each(['/community', '/community/model', '/community/model/detail'])('%s leads to the images', async (path) => {
    serveCommunity()
    renderWholeApp(path, visitor)
    await findPageTitle('社区镜像')
    expect(getAddress()).toBe('/community/image')
  })
})

describe('product §7 /community/image', () => {
  it('counts neither uses nor stars of an image that has none yet', async () => {
    serveCommunity([buildCommunityImage({ name: '新镜像', uses: 0, stars: 0 })])
    renderWholeApp('/community/image', visitor)
    const card = within((await screen.findByRole('link', { name: '新镜像' })).closest('li')!)
    expect(card.queryByText(/次使用|人收藏/)).not.toBeInTheDocument()
  })

  it('shows a visitor what each image is, whose it is and how many use it', async () => {
    serveCommunity([buildCommunityImage({ name: 'LoRA', uses: 7, stars: 3 })])
    renderWholeApp('/community/image', visitor)
    const card = within((await screen.findByRole('link', { name: 'LoRA' })).closest('li')!)
    for (const text of [
      'NVIDIA · CUDA 12.4 · Python 3.12',
      'PyTorch · 版本 2.0 · 9.8 GB',
      '陈砚',
      '7 次使用',
      '3 人收藏',
      '原创',
      '微调',
    ])
      expect(card.getByText(text)).toBeInTheDocument()
    expect(card.getByRole('link', { name: 'LoRA' })).toHaveAttribute('href', '/community/image/detail?id=community-lora')
    expect(card.getByRole('link', { name: '作者 陈砚' })).toHaveAttribute('href', '/community/author?id=author-chen')
    expect(card.getByText('免费')).toBeInTheDocument()
  })

  it('asks for what the address says, and ignores what it cannot ask', async () => {
    const asked = serveCommunity()
    renderWholeApp('/community/image?keyword=torch&tag=微调&framework=PyTorch&vendor=nvidia&sort=new&page=2&owner=me', visitor)
    await screen.findByRole('link', { name: 'LoRA 微调' })
    expect(asked.at(-1)).toEqual({
      keyword: 'torch',
      tag: '微调',
      framework: 'PyTorch',
      vendor: 'nvidia',
      sort: 'published_at',
      order: 'desc',
      page: 2,
      page_size: 12,
    })
    expect(screen.getByRole('searchbox')).toHaveValue('torch')
    expect(screen.getByLabelText('排序')).toHaveValue('new')
    expect(chips('芯片').getByRole('link', { name: 'NVIDIA' })).toHaveAttribute('aria-current', 'true')
  })

  it('shows what is used most first', async () => {
    const asked = serveCommunity()
    renderWholeApp('/community/image', visitor)
    await screen.findByRole('link', { name: 'LoRA 微调' })
    expect(asked.at(-1)).toMatchObject({ sort: 'uses', order: 'desc' })
  })

  it('writes a choice into the address from the first page, and Back undoes it', async () => {
    const asked = serveCommunity()
    renderWholeApp('/community/image?page=3', visitor)
    await userEvent.click(await chips('标签').findByRole('link', { name: /微调/ }))
    await waitFor(() => expect(getAddress()).toBe(`/community/image?tag=${encodeURIComponent('微调')}`))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ tag: '微调', page: 1 }))
    await userEvent.selectOptions(screen.getByLabelText('排序'), '收藏最多')
    expect(getAddress()).toContain('sort=stars')
    window.history.back()
    await waitFor(() => expect(getAddress()).not.toContain('sort'))
    await waitFor(() => expect(screen.getByLabelText('排序')).toHaveValue('')) // the links are those of the new address
    await userEvent.click(chips('标签').getByRole('link', { name: '全部' }))
    await waitFor(() => expect(getAddress()).toBe('/community/image'))
  })

  it('searches while one types, without a step in the history for each letter', async () => {
    const asked = serveCommunity()
    renderWholeApp('/community/image', visitor)
    await findPageTitle('社区镜像')
    const steps = window.history.length
    await userEvent.type(screen.getByRole('searchbox'), 'vllm')
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ keyword: 'vllm' }))
    expect(getAddress()).toBe('/community/image?keyword=vllm')
    expect(window.history.length).toBe(steps)
  })

  it('says why nothing is there, and what to do', async () => {
    serveCommunity([])
    renderWholeApp('/community/image?keyword=none', visitor)
    await screen.findByText('没有符合条件的镜像')
    await userEvent.click(screen.getByRole('link', { name: '清空筛选' }))
    await waitFor(() => expect(getAddress()).toBe('/community/image'))
    await screen.findByText('还没有公开的镜像')
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('says when it cannot be loaded, and tries again', async () => {
    serveCommunity()
    let answers = false
    mockCall(communityImages.list, () => {
      if (!answers) throw new RefusedError('unavailable')
      return { items: [buildCommunityImage()], total: 1 }
    })
    renderWholeApp('/community/image?keyword=retry', visitor)
    await screen.findByText('镜像加载失败')
    answers = true
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByRole('link', { name: 'LoRA 微调' })
  })
})

describe('product §7 /community/data-set', () => {
  it('lists data sets by type, tag and size', async () => {
    const asked = serveCommunity([], [buildDataset()])
    renderWholeApp('/community/data-set?sort=size', visitor)
    const link = await screen.findByRole('link', { name: 'CIFAR-10' })
    expect(link).toHaveAttribute('href', '/community/data-set/detail?id=data-set-cifar')
    expect(screen.getByText('图像 · 29.6 MB · 2 个文件')).toBeInTheDocument()
    expect(asked.at(-1)).toMatchObject({ sort: 'size_bytes', order: 'desc' })
    expect(chips('类型').queryByRole('link', { name: /语音/ })).toBeNull()
    await userEvent.click(chips('类型').getByRole('link', { name: /图像/ }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ type: 'image' }))
    expect(getAddress()).toBe('/community/data-set?type=image&sort=size')
  })
})

describe('A list in the address', () => {
  const rules: CommunityListRules<'tag' | 'keyword'> = {
    sorts: [
      { value: '', label: '最新', sort: 'published_at' },
      { value: 'stars', label: '收藏', sort: 'stars' },
    ],
    filters: { tag: (value) => value.length < 5, keyword: () => true },
  }
  const read = (search: string) => parseCommunityQuery(new URLSearchParams(search), rules)

  it.each([
    ['', ''],
    ['tag=a&sort=stars&page=2', 'tag=a&sort=stars&page=2'],
    ['page=1&sort=unknown&tag=', ''],
    ['page=-1', ''],
    ['page=1.5', ''],
    ['page=99999999', ''],
    ['tag=far-too-long&keyword=%20', ''],
    ['other=1&keyword=a%26b', 'keyword=a%26b'],
  ])('%j is %j', (search, kept) => expect(buildCommunitySearch(read(search))).toBe(kept))

  it('asks in the first order where no other is named', () => {
    expect(toCommunityListQuery(read(''), rules)).toEqual({ page: 1, sort: 'published_at', order: 'desc' })
  })
})
