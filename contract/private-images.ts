import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { Keyword, listQuery } from './list.ts'
import { Vendor } from './products.ts'
import { ById, Id, Name, Time, Uuid } from './scalars.ts'

export const privateImageStates = { saving: '保存中', ready: '可用', failed: '保存失败', lost: '主机上已丢失' } as const
export type PrivateImageState = keyof typeof privateImageStates
const State = z.enum(Object.keys(privateImageStates) as [PrivateImageState, ...PrivateImageState[]])

/** Form for saving an instance's system disk. */
export const SaveImageForm = z.object({
  name: Name(limits.imageNameMax, '镜像名称'),
  version: Name(20, '版本').default('v1'),
})

/** A system disk saved from an instance, usable only by its owner (product §7). */
export const PrivateImage = z
  .object({
    id: Id,
    name: z.string(),
    version: z.string(),
    state: State,
    vendor: Vendor,
    framework: z.string(),
    python: z.string(),
    runtime: z.string(),
    size_gb: z.number().nullable().meta({ description: '保存完成后才知道' }),
    source_instance_id: Id.nullable(),
    source_instance_name: z.string().nullable(),
    used_by: z.number().int().meta({ description: '正在使用它的实例数，不含共享给别人的' }),
    percent: z.number().int().min(0).max(100).nullable().meta({ description: '保存进度；不在保存时为空' }),
    shares: z.number().int().meta({ description: '共享给了几个账号' }),
    created_at: Time,
  })
  .meta({ id: 'PrivateImage' })
export type PrivateImage = z.infer<typeof PrivateImage>

/** One account that may use a private image. */
export const ImageShare = z.object({ id: Id, nickname: z.string(), uuid: z.uuid(), shared_at: Time }).meta({ id: 'ImageShare' })
export type ImageShare = z.infer<typeof ImageShare>

/** Another user's private image shared with the caller, for creating instances or changing the image of one. */
export const SharedImage = PrivateImage.pick({
  id: true,
  name: true,
  version: true,
  vendor: true,
  framework: true,
  python: true,
  runtime: true,
})
  .extend({
    size_gb: z.number(),
    owner: z.object({ nickname: z.string() }),
    used_by: z.number().int().meta({ description: '自己正在使用它的实例数' }),
    shared_at: Time,
  })
  .meta({ id: 'SharedImage' })
export type SharedImage = z.infer<typeof SharedImage>

export const privateImages = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/private_image/list',
    access: 'user',
    summary: '私有镜像列表',
    description: 'Lists the private images of the caller, newest first.',
    source: 'decided: requirements §2 names the page, product §7',
    query: listQuery(['created_at', 'name', 'size_gb'], {
      keyword: Keyword,
      state: State.optional(),
      vendor: Vendor.optional(),
    }),
    data: z.array(PrivateImage),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/private_image/:id',
    access: 'user',
    owned: 'private_image',
    summary: '私有镜像详情',
    description: 'Returns one private image, with the progress while it is being saved.',
    source: 'decided: as list',
    params: ById,
    data: PrivateImage,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/private_image/:id',
    access: 'user',
    owned: 'private_image',
    summary: '改名',
    description: 'Renames a private image.',
    message: '已改名',
    source: 'decided: as list',
    params: ById,
    body: z.object({ name: Name(limits.imageNameMax, '镜像名称') }),
    data: PrivateImage,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/private_image/:id',
    access: 'user',
    owned: 'private_image',
    summary: '删除；自己有实例在用时拒绝，共享随之收回，别人已在用的实例不受影响',
    description:
      "Deletes a private image and its shares; refused while an own instance uses it, others' instances are unaffected.",
    message: '已删除镜像',
    source: 'decided: as list',
    params: ById,
    data: z.null(),
  }),
  shared_list: endpoint({
    method: 'GET',
    path: '/api/v1/private_image/shared_list',
    access: 'user',
    summary: '共享给我的镜像',
    description: 'Lists the private images that other accounts share with the caller.',
    source: 'decided: docs/decisions/041',
    query: listQuery(['shared_at', 'name', 'size_gb'], { keyword: Keyword, vendor: Vendor.optional() }),
    data: z.array(SharedImage),
    paged: true,
  }),
  shares: endpoint({
    method: 'GET',
    path: '/api/v1/private_image/:id/shares',
    access: 'user',
    owned: 'private_image',
    summary: '镜像共享给了谁，新的在前',
    description: 'Lists the accounts that a private image is shared with, newest first.',
    source: 'decided: docs/decisions/041',
    params: ById,
    data: z.array(ImageShare),
  }),
  share: endpoint({
    method: 'POST',
    path: '/api/v1/private_image/:id/share',
    access: 'user',
    owned: 'private_image',
    summary: '共享给一个账号，对方会收到通知',
    description: 'Shares a private image with the account of a UUID, and notifies it.',
    message: '已共享',
    source: 'decided: docs/decisions/041',
    params: ById,
    body: z.object({ uuid: Uuid }),
    data: ImageShare,
  }),
  take_back: endpoint({
    method: 'DELETE',
    path: '/api/v1/private_image_share/:share_id',
    access: 'user',
    owned: 'image_share',
    summary: '收回共享；对方已在用的实例不受影响',
    description: 'Ends the sharing of an image with one account; its instances that use it are not affected.',
    message: '已收回共享',
    invalidates: ['private_image'],
    source: 'decided: docs/decisions/041',
    params: z.object({ share_id: Id }),
    data: z.null(),
  }),
}
