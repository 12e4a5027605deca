import type { z } from 'zod'
import { type PrivateImage, privateImages } from '#contract/private-images.ts'
import type { PrivateImageView } from '#server/domains/storage/private-images/private-images.repo.ts'
import {
  deletePrivateImage,
  getPrivateImage,
  listPrivateImages,
  renamePrivateImage,
} from '#server/domains/storage/private-images/private-images.service.ts'
import {
  listImageShares,
  listSharedImages,
  revokeImageShare,
  shareImage,
} from '#server/domains/storage/private-images/shares.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const present = (row: PrivateImageView): z.input<typeof PrivateImage> => ({
  ...row,
  state: row.state as PrivateImage['state'],
  vendor: row.vendor as PrivateImage['vendor'],
  percent: row.state === 'saving' ? row.percent : null,
  size_gb: row.state === 'ready' ? row.size_gb : null,
  created_at: row.created_at!.toISOString(),
})

export const privateImageRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'private_images', privateImages, {
    list: async (ctx, { query }) => {
      const { items, total } = await listPrivateImages(ctx, query)
      return { items: items.map(present), total }
    },
    get: async (ctx, { params }) => present(await getPrivateImage(ctx, params.id)),
    update: async (ctx, { params, body }) => present(await renamePrivateImage(ctx, params.id, body.name)),
    remove: async (ctx, { params }) => {
      await deletePrivateImage(ctx, params.id)
      return null
    },
    shared_list: (ctx, { query }) => listSharedImages(ctx, query),
    shares: (ctx, { params }) => listImageShares(ctx, params.id),
    share: (ctx, { params, body }) => shareImage(ctx, params.id, body.uuid),
    take_back: async (ctx, { params }) => {
      await revokeImageShare(ctx, params.share_id)
      return null
    },
  })
