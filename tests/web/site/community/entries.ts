import type { CommunityImage, CommunityImageDetail, Dataset, DatasetDetail } from '#contract/community.ts'
import { communityImages, datasets } from '#contract/community.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const entry = {
  summary: '单卡微调 7B 语言模型',
  tags: ['大模型', '微调'],
  author: { id: 'author-chen', nickname: '陈砚', is_creator: true },
  original: true,
  stars: 3,
  version: '2.0',
  licence: 'BSD-3-Clause',
  published_at: '2026-11-20T04:00:00.000Z',
}
const content = {
  framework: 'PyTorch',
  python: '3.12',
  runtime: 'CUDA 12.4',
  vendor: 'nvidia' as const,
  size_gb: 9.8,
  price_hour: '0.00',
}

export const buildCommunityImage = (change: Partial<CommunityImage> = {}): CommunityImage => ({
  ...entry,
  ...content,
  id: 'community-lora',
  name: 'LoRA 微调',
  uses: 7,
  ...change,
})

export const buildCommunityImageDetail = (id: string, change: Partial<CommunityImageDetail> = {}): CommunityImageDetail => ({
  ...buildCommunityImage({ id }),
  starred: false,
  versions: [
    {
      ...content,
      id: 'v2',
      version: '2.0',
      image_id: 'image-two',
      licence: 'BSD-3-Clause',
      readme: '## 新的用法',
      uses: 5,
      published_at: entry.published_at,
    },
    {
      ...content,
      id: 'v1',
      version: '1.0',
      image_id: 'image-one',
      licence: 'MIT',
      readme: '## 旧的用法',
      uses: 2,
      published_at: '2026-11-01T04:00:00.000Z',
    },
  ],
  ...change,
})

export const buildDataset = (change: Partial<Dataset> = {}): Dataset => ({
  ...entry,
  id: 'data-set-cifar',
  name: 'CIFAR-10',
  summary: '彩色图片，10 类',
  type: { id: 'image', name: '图像' },
  size_bytes: 31_035_862,
  file_count: 2,
  uses: 5,
  ...change,
})

export const buildDatasetDetail = (id: string): DatasetDetail => ({
  ...buildDataset({ id }),
  starred: false,
  versions: [
    {
      id: 'v1',
      version: 'python',
      licence: 'MIT',
      size_bytes: 31_035_862,
      file_count: 2,
      mount_path: '/datasets/cifar/python',
      readme: '## 格式',
      uses: 5,
      published_at: entry.published_at,
    },
  ],
})

/** A community that answers every list with these; what was asked of it, in order. */
export function serveCommunity(images: CommunityImage[] = [buildCommunityImage()], sets: Dataset[] = [buildDataset()]) {
  const asked: Record<string, unknown>[] = []
  mockCall(communityImages.list, ({ query }) => {
    asked.push(query)
    return { items: images, total: images.length }
  })
  mockCall(communityImages.facets, () => ({
    tags: [{ name: '微调', count: 1 }],
    frameworks: [{ name: 'PyTorch', count: 1 }],
  }))
  mockCall(datasets.list, ({ query }) => {
    asked.push(query)
    return { items: sets, total: sets.length }
  })
  mockCall(datasets.types, () => [
    { id: 'image', name: '图像', count: 1 },
    { id: 'audio', name: '语音', count: 0 },
  ])
  mockCall(datasets.tags, () => [{ name: '分类', count: 1 }])
  return asked
}
