import type { ImageRelease, ImageReleaseDetail } from '#contract/image-releases.ts'
import { imageReleases } from '#contract/image-releases.ts'
import { type ImageShare, type PrivateImage, privateImages } from '#contract/private-images.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

export const buildPrivateImage = (change: Partial<PrivateImage> = {}): PrivateImage => ({
  id: 'private-1',
  name: '我的环境',
  version: 'v1',
  state: 'ready',
  vendor: 'nvidia',
  framework: 'PyTorch',
  python: '3.12',
  runtime: 'CUDA 12.4',
  size_gb: 9.8,
  source_instance_id: null,
  source_instance_name: null,
  used_by: 0,
  percent: null,
  shares: 0,
  created_at: '2026-11-20T04:00:00.000Z',
  ...change,
})

export const otherUuid = '1f7c1d9e-2b44-4c1a-9a55-0f6f5f1f2a11'

/** Private images whose shares are really kept. */
export function servePrivateImages(images: PrivateImage[]) {
  const shares: ImageShare[] = []
  mockCall(privateImages.list, () => ({
    items: images.map((image) => ({ ...image, shares: shares.length })),
    total: images.length,
  }))
  mockCall(privateImages.shares, () => shares)
  mockCall(privateImages.share, ({ body }) => {
    if (body.uuid !== otherUuid)
      throw new RefusedError('share_target_unknown', { errors: { uuid: ['没有这个账号，请核对 UUID'] } })
    const share = { id: 'share-1', nickname: '陈砚', uuid: body.uuid, shared_at: '2026-11-21T04:00:00.000Z' }
    shares.push(share)
    return share
  })
  mockCall(privateImages.take_back, ({ params }) => {
    shares.splice(
      shares.findIndex(({ id }) => id === params.share_id),
      1,
    )
    return null
  })
  return { images, shares }
}

type Version = ImageReleaseDetail['versions'][number]

export const buildReleaseVersion = (change: Partial<Version> = {}): Version => ({
  id: 'version-1',
  version: '1.0',
  state: 'published',
  reason: null,
  by_platform: false,
  image_id: 'image-1',
  source: { id: 'private-1', name: '我的环境', version: 'v1', there: true },
  framework: 'PyTorch',
  python: '3.12',
  runtime: 'CUDA 12.4',
  vendor: 'nvidia',
  size_gb: 9.8,
  price_hour: '0.00',
  licence: 'MIT',
  uses: 3,
  submitted_at: '2026-11-20T04:00:00.000Z',
  published_at: '2026-11-20T05:00:00.000Z',
  readme: '## 旧的说明',
  ...change,
})

export const buildImageRelease = (versions: Version[]): ImageReleaseDetail => ({
  id: 'entry-1',
  name: 'LoRA 微调',
  summary: '单卡微调 7B 语言模型',
  tags: ['微调'],
  original: false,
  name_fixed: true,
  public: versions.some(({ state }) => state === 'published'),
  stars: 1,
  uses: 3,
  created_at: '2026-11-20T04:00:00.000Z',
  versions,
})

/** One entry that really changes. */
export function serveImageRelease(entry: ImageReleaseDetail) {
  const world = { entry }
  const listed = (): ImageRelease => ({ ...world.entry, versions: world.entry.versions.map(({ readme: _, ...rest }) => rest) })
  mockCall(imageReleases.list, () => ({ items: [listed()], total: 1 }))
  mockCall(imageReleases.get, () => world.entry)
  return world
}
