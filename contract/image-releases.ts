import { z } from 'zod'
import { endpoint, longBodyMaxBytes } from './endpoint.ts'
import { limits } from './limits.ts'
import { Keyword, listQuery } from './list.ts'
import { isPlainMultiline } from './plain-text.ts'
import { Vendor } from './products.ts'
import { ById, Id, Name, Time, Yuan } from './scalars.ts'

/** States of a version (product §7). Content and price never change after publication. */
export const imageReleaseStates = {
  preparing: '准备中',
  pending: '待审核',
  published: '已发布',
  refused: '驳回',
  offline: '下线',
  withdrawn: '已撤回',
  failed: '准备失败',
} as const
export type ImageReleaseState = keyof typeof imageReleaseStates
export const ImageReleaseStateName = z.enum(Object.keys(imageReleaseStates) as [ImageReleaseState, ...ImageReleaseState[]])

/**
 * Author actions per state; client and server share this table. Restoring is refused after an operator took the version offline.
 */
export const imageReleaseActions = {
  submit: ['refused', 'withdrawn', 'failed'],
  withdraw: ['pending'],
  offline: ['published'],
  online: ['offline'],
  remove: ['refused', 'withdrawn', 'failed'],
} as const satisfies Record<string, readonly ImageReleaseState[]>

/** `0`, `0.5`, `0.50`: yuan per hour, in steps of 0.01. */
export const ImagePriceInput = z
  .string({ error: '请输入价格' })
  .trim()
  .refine(
    (v) => /^\d{1,4}(\.\d{1,2})?$/.test(v) && Math.round(Number(v) * 100) <= limits.imagePriceMaxFen,
    `价格以 0.01 元/小时为一档，最高 ${limits.imagePriceMaxFen / 100} 元/小时`,
  )
const EntryTags = z
  .array(Name(20, '标签'))
  .max(limits.entryTagsMax, `最多 ${limits.entryTagsMax} 个标签`)
  .refine((tags) => new Set(tags).size === tags.length, '标签有重复')
const Readme = z
  .string({ error: '请填写说明' })
  .trim()
  .min(1, '请填写说明')
  .max(limits.readmeMax, `说明最多 ${limits.readmeMax} 个字`)
  .refine(isPlainMultiline, '说明不能包含控制字符')
const VersionName = z
  .string({ error: '请输入版本号' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/, '版本号由字母、数字和 . _ - 组成，最多 32 位')
const Licence = Name(limits.entryLicenceMax, '许可')

const ReleaseFacts = z.object({
  name: Name(limits.imageNameMax, '名称'),
  summary: Name(limits.entrySummaryMax, '简介'),
  tags: EntryTags,
})
const ReleaseContent = z.object({ licence: Licence, readme: Readme, price_hour: ImagePriceInput })
/** A new version. Its content is a copy of one of the author's private images, which may be deleted afterwards. */
export const ImageReleaseVersionForm = ReleaseContent.extend({ private_image_id: Id, version: VersionName })
export const ImageReleaseForm = ReleaseFacts.extend(ImageReleaseVersionForm.shape)
/** Without `private_image_id` the content prepared earlier is kept. */
export const ImageResubmitForm = ReleaseContent.extend({ private_image_id: Id.optional() })

export const ImageReleaseVersion = z
  .object({
    id: Id,
    version: z.string(),
    state: ImageReleaseStateName,
    reason: z.string().nullable().meta({ description: '驳回、被平台下线或准备失败的原因' }),
    by_platform: z.boolean().meta({ description: '由平台下线，作者不能自行恢复' }),
    image_id: Id,
    source: z.object({ id: Id, name: z.string(), version: z.string(), there: z.boolean() }).nullable(),
    framework: z.string(),
    python: z.string(),
    runtime: z.string(),
    vendor: Vendor,
    size_gb: z.number().nullable().meta({ description: '准备完成后才知道' }),
    price_hour: Yuan,
    licence: z.string(),
    uses: z.number().int(),
    submitted_at: Time,
    published_at: Time.nullable(),
  })
  .meta({ id: 'ImageReleaseVersion' })
export type ImageReleaseVersion = z.infer<typeof ImageReleaseVersion>

/** One of the caller's community entries with all its versions, newest first. */
export const ImageRelease = z
  .object({
    id: Id,
    name: z.string(),
    summary: z.string(),
    tags: z.array(z.string()),
    original: z.boolean(),
    name_fixed: z.boolean().meta({ description: '发布过，名称不能再改' }),
    public: z.boolean().meta({ description: '有已发布的版本' }),
    stars: z.number().int(),
    uses: z.number().int(),
    created_at: Time,
    versions: z.array(ImageReleaseVersion),
  })
  .meta({ id: 'ImageRelease' })
export type ImageRelease = z.infer<typeof ImageRelease>

export const ImageReleaseDetail = ImageRelease.extend({
  versions: z.array(ImageReleaseVersion.extend({ readme: z.string().meta({ description: 'Markdown' }) })),
}).meta({ id: 'ImageReleaseDetail' })
export type ImageReleaseDetail = z.infer<typeof ImageReleaseDetail>

const VersionParams = z.object({ version_id: Id })
const source = 'decided: requirements §2 names the page, product §7, docs/decisions/041'

const defineVersionAction = (name: 'withdraw' | 'offline' | 'online', summary: string, description: string, message: string) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/image_release_version/:version_id/${name}`,
    access: 'user',
    owned: 'image_release_version',
    idempotent: true,
    summary,
    description,
    message,
    invalidates: ['image_release', 'community_image'],
    source,
    params: VersionParams,
    data: ImageReleaseDetail,
  })

/** Publishing to the community. Every changing call returns the whole entry. */
export const imageReleases = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/image_release/list',
    access: 'user',
    summary: '我发布的镜像，每个含全部版本',
    description: 'Lists the community images of the caller, each with all its versions, newest first.',
    source,
    query: listQuery(['created_at', 'name'], { keyword: Keyword, state: ImageReleaseStateName.optional() }),
    data: z.array(ImageRelease),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/image_release/:id',
    access: 'user',
    owned: 'image_release',
    summary: '我发布的一个镜像，含各版本的说明',
    description: 'Returns one community image of the caller, with the readme of each version.',
    source,
    params: ById,
    data: ImageReleaseDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/image_release',
    access: 'user',
    idempotent: true,
    summary: '由私有镜像发布，提交审核',
    description: 'Publishes a copy of a private image as a community image, and submits it for review.',
    message: '已提交，准备好后进入审核',
    source,
    body: ImageReleaseForm,
    maxBodyBytes: longBodyMaxBytes,
    data: ImageReleaseDetail,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/image_release/:id',
    access: 'user',
    owned: 'image_release',
    summary: '修改简介和标签；发布之前也可以改名称',
    description: 'Changes summary and tags of a community image, and its name until it was first published.',
    message: '已修改',
    source,
    params: ById,
    body: ReleaseFacts,
    data: ImageReleaseDetail,
  }),
  add_version: endpoint({
    method: 'POST',
    path: '/api/v1/image_release/:id/version',
    access: 'user',
    owned: 'image_release',
    idempotent: true,
    summary: '提交一个新版本',
    description: 'Submits a further version of a community image, copied from a private image, for review.',
    message: '已提交，准备好后进入审核',
    source,
    params: ById,
    body: ImageReleaseVersionForm,
    maxBodyBytes: longBodyMaxBytes,
    data: ImageReleaseDetail,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/v1/image_release_version/:version_id/submit',
    access: 'user',
    owned: 'image_release_version',
    idempotent: true,
    summary: '修改后重新提交被驳回、已撤回或准备失败的版本',
    description: 'Submits a refused, withdrawn or failed version again; its content stays unless `private_image_id` is given.',
    message: '已重新提交',
    invalidates: ['image_release'],
    source,
    params: VersionParams,
    body: ImageResubmitForm,
    maxBodyBytes: longBodyMaxBytes,
    data: ImageReleaseDetail,
  }),
  withdraw: defineVersionAction('withdraw', '撤回待审核的版本', 'Withdraws a version that is waiting for review.', '已撤回'),
  offline: defineVersionAction(
    'offline',
    '下线；正在使用它的实例不受影响',
    'Takes a published version offline; instances that use it are not affected.',
    '已下线',
  ),
  online: defineVersionAction(
    'online',
    '恢复自己下线的版本，不需要重新审核',
    'Puts a version that its author took offline back online, without another review.',
    '已恢复',
  ),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/image_release_version/:version_id',
    access: 'user',
    owned: 'image_release_version',
    summary: '删除没有发布过的版本；最后一个版本删除后条目随之删除',
    description: 'Deletes a version that was never published; with its last version the entry goes, too.',
    message: '已删除',
    invalidates: ['image_release'],
    source,
    params: VersionParams,
    data: z.null(),
  }),
}
