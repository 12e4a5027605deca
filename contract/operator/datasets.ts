import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { DatasetStateName, MyDatasetVersion } from '../my-datasets.ts'
import { createRowActionDefiner } from '../row-action.ts'
import { ById, Id, Name, Time } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

/** A version in the review queue with its entry; `id` is the version's. */
export const OperatorDataset = MyDatasetVersion.omit({ readme: true, progress: true, source: true })
  .extend({
    name: z.string(),
    slug: z.string(),
    summary: z.string(),
    type: z.object({ id: Id, name: z.string() }),
    tags: z.array(z.string()),
    author: z.object({ id: Id, nickname: z.string() }),
    own: z.boolean().meta({ description: '审核人自己的：由别人审核' }),
    reviewer: z.string().nullable().meta({ description: '最近一次处理的人' }),
  })
  .meta({ id: 'OperatorDataSet' })
export type OperatorDataset = z.infer<typeof OperatorDataset>

export const OperatorDatasetDetail = OperatorDataset.extend({
  readme: z.string().meta({ description: 'Markdown' }),
  kinds: z
    .array(z.object({ kind: z.string(), files: z.number().int(), size_bytes: z.number().int() }))
    .meta({ description: '按内容识别的文件类型，各有多少' }),
  versions: z
    .array(z.object({ id: Id, version: z.string(), state: DatasetStateName, submitted_at: Time }))
    .meta({ description: '同一数据集的其他版本' }),
}).meta({ id: 'OperatorDataSetDetail' })
export type OperatorDatasetDetail = z.infer<typeof OperatorDatasetDetail>

const source = 'decided: product §10, docs/decisions/042'
const defineAction = createRowActionDefiner({
  path: '/api/v1/operator/data_set/:id',
  access: 'operator_review',
  source,
  params: ById,
  data: OperatorDatasetDetail,
})

export const operatorDatasets = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/data_set/list',
    access: 'operator_review',
    summary: '数据集版本，等得最久的在前',
    description: 'Lists data set versions, the one waiting longest first.',
    source,
    query: listQuery(['submitted_at', 'size_bytes', 'file_count'], {
      keyword: Keyword,
      state: DatasetStateName.optional(),
      type: Id.optional(),
      todo: z.enum(['true']).optional().meta({ description: '只看待审核的' }),
    }),
    data: z.array(OperatorDataset),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/data_set/:id',
    access: 'operator_review',
    summary: '一个数据集版本',
    description: 'Returns one data set version with its readme and kinds of files.',
    source,
    params: ById,
    data: OperatorDatasetDetail,
  }),
  approve: defineAction(
    'approve',
    '通过，立即公开',
    'Approves a data set version, which is public at once.',
    '已通过并公开',
    z.object({}),
  ),
  reject: defineAction(
    'reject',
    '驳回',
    'Rejects a data set version; its author sees the reason.',
    '已驳回',
    z.object({ reason: OperatorReason }),
  ),
  offline: defineAction(
    'offline',
    '下线；已挂载的实例不受影响',
    'Takes a data set version offline with a reason; instances that mount it are not affected.',
    '已下线',
    z.object({ reason: OperatorReason }),
  ),
  online: defineAction(
    'online',
    '恢复公开',
    'Makes a data set version that was taken offline public again.',
    '已恢复公开',
    z.object({}),
  ),
}

const OperatorDatasetType = z
  .object({
    id: Id,
    name: z.string(),
    sort: z.number().int(),
    data_sets: z.number().int().meta({ description: '属于它的数据集，含未公开的' }),
  })
  .meta({ id: 'OperatorDataSetType' })

const TypeForm = z.object({
  name: Name(10, '名称'),
  sort: z.number({ error: '请输入排序' }).int('排序须为整数').min(0, '排序不能为负').max(100_000, '排序过大'),
})

export const operatorDatasetTypes = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/data_set_type/list',
    access: 'operator_review',
    summary: '数据集类型',
    description: 'Lists the data set types with the number of data sets each.',
    source,
    query: listQuery(['sort', 'name'], { keyword: Keyword }),
    data: z.array(OperatorDatasetType),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/data_set_type/:id',
    access: 'operator_review',
    summary: '一个数据集类型',
    description: 'Returns one data set type.',
    source,
    params: ById,
    data: OperatorDatasetType,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/operator/data_set_type',
    access: 'operator_admin',
    idempotent: true,
    summary: '添加类型',
    description: 'Adds a data set type.',
    message: '已添加类型',
    source,
    body: TypeForm,
    data: OperatorDatasetType,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/operator/data_set_type/:id',
    access: 'operator_admin',
    idempotent: true,
    summary: '修改类型',
    description: 'Changes name and position of a data set type.',
    message: '已修改类型',
    source,
    params: ById,
    body: TypeForm,
    data: OperatorDatasetType,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/operator/data_set_type/:id',
    access: 'operator_admin',
    idempotent: true,
    summary: '删除没有数据集的类型',
    description: 'Deletes a data set type that no data set belongs to.',
    message: '已删除类型',
    source,
    params: ById,
    data: z.null(),
  }),
}
