import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ImageReleaseStateName, ImageReleaseVersion } from '../image-releases.ts'
import { Keyword, listQuery } from '../list.ts'
import { createRowActionDefiner } from '../row-action.ts'
import { ById, Id, Time } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

const UserRef = z.object({ id: Id, nickname: z.string() })

/** A version of a community image in review; `id` is the version's. */
export const OperatorImageReview = ImageReleaseVersion.omit({ source: true })
  .extend({
    entry: z.object({ id: Id, name: z.string(), summary: z.string(), tags: z.array(z.string()), original: z.boolean() }),
    author: UserRef.extend({ is_creator: z.boolean() }),
    reviewed_by: UserRef.nullable(),
    own: z.boolean().meta({ description: '自己提交的，不能自己审核' }),
  })
  .meta({ id: 'OperatorImageReview' })
export type OperatorImageReview = z.infer<typeof OperatorImageReview>

/** While the version is pending, a reviewer may create an instance with `image_id`. */
export const OperatorImageReviewDetail = OperatorImageReview.extend({
  readme: z.string().meta({ description: 'Markdown' }),
  source: z
    .object({ image: z.string(), instance_id: Id.nullable(), instance_name: z.string().nullable() })
    .nullable()
    .meta({ description: '取自哪个私有镜像，它又取自哪台实例' }),
  running: z.number().int().meta({ description: '正在使用它的实例数' }),
  others: z
    .array(
      ImageReleaseVersion.pick({ id: true, version: true, state: true, reason: true, price_hour: true }).extend({
        submitted_at: Time,
      }),
    )
    .meta({ description: '同一条目的其他版本' }),
}).meta({ id: 'OperatorImageReviewDetail' })
export type OperatorImageReviewDetail = z.infer<typeof OperatorImageReviewDetail>

const source = 'decided: product §7, §10, docs/decisions/041'

const defineAction = createRowActionDefiner({
  path: '/api/v1/operator/image_review/:id',
  access: 'operator_review',
  source,
  params: ById,
  data: OperatorImageReviewDetail,
})

/** Review of community images, one version at a time. */
export const operatorImageReviews = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/image_review/list',
    access: 'operator_review',
    summary: '社区镜像的版本；待审核的按提交先后排列',
    description: 'Lists versions of community images; those waiting for review are in order of submission.',
    source,
    query: listQuery(['submitted_at', 'published_at'], { keyword: Keyword, state: ImageReleaseStateName.optional() }),
    data: z.array(OperatorImageReview),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/image_review/:id',
    access: 'operator_review',
    summary: '一个版本，供审核',
    description: 'Returns one version of a community image with all that a review needs.',
    source,
    params: ById,
    data: OperatorImageReviewDetail,
  }),
  approve: defineAction(
    'approve',
    '通过并发布；此后内容与价格不再改变',
    'Approves and publishes a version; its content and price cannot change afterwards.',
    '已发布',
    z.object({}),
  ),
  reject: defineAction(
    'reject',
    '驳回，作者看到原因',
    'Rejects a version; its author sees the reason.',
    '已驳回',
    z.object({ reason: OperatorReason }),
  ),
  offline: defineAction(
    'offline',
    '下线，作者看到原因；正在使用它的实例不受影响',
    'Takes a published version offline with a reason for its author; instances that use it are not affected.',
    '已下线',
    z.object({ reason: OperatorReason }),
  ),
  online: defineAction('online', '恢复下线的版本', 'Puts a version that was taken offline back online.', '已恢复', z.object({})),
}
