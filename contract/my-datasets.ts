import { z } from 'zod'
import { endpoint, longBodyMaxBytes } from './endpoint.ts'
import { limits } from './limits.ts'
import { Keyword, listQuery } from './list.ts'
import { isPlainText } from './plain-text.ts'
import { ById, Id, Name, Time } from './scalars.ts'

/** States of a version (product §7). Its files are copied first; then an operator reviews it. */
export const datasetStates = {
  preparing: '准备中',
  failed: '准备失败',
  pending: '待审核',
  refused: '已驳回',
  withdrawn: '已撤回',
  published: '已发布',
  offline: '已下线',
} as const
export type DatasetState = keyof typeof datasetStates
export const DatasetStateName = z.enum(Object.keys(datasetStates) as [DatasetState, ...DatasetState[]])

/** Author actions per state of a version; server and console share this table. */
export const datasetVersionActions = {
  submit: { label: '重新提交', from: ['failed', 'refused', 'withdrawn'] },
  withdraw: { label: '撤回', from: ['preparing', 'pending'] },
  offline: { label: '下线', from: ['published'] },
  online: { label: '重新上线', from: ['offline'] },
  remove: { label: '删除', from: ['failed', 'refused', 'withdrawn'] },
} as const satisfies Record<string, { label: string; from: readonly DatasetState[] }>
export type DatasetVersionAction = keyof typeof datasetVersionActions

export const isDatasetActionAllowed = (action: DatasetVersionAction, state: DatasetState): boolean =>
  (datasetVersionActions[action].from as readonly DatasetState[]).includes(state)

const Text = (max: number, label: string) =>
  z
    .string({ error: `请输入${label}` })
    .trim()
    .min(1, `请输入${label}`)
    .max(max, `${label}最多 ${max} 个字`)

/** Slug in the mount path `/datasets/<slug>/<version>`; never changes. */
const Slug = z
  .string({ error: '请输入英文短名' })
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, '英文短名由小写字母、数字和 - 组成，以字母或数字开头，最多 63 个字符')
const DatasetVersionName = z
  .string({ error: '请输入版本' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/, '版本由字母、数字和 . _ - 组成，以字母或数字开头，最多 32 个字符')
const Tags = z
  .array(Name(limits.dataSetTagMax, '标签'))
  .max(limits.dataSetTagsMax, `标签最多 ${limits.dataSetTagsMax} 个`)
  .transform((tags) => [...new Set(tags)])

/** A folder in the author's file storage. */
export const DatasetSource = z.object(
  {
    region_id: Id,
    path: z
      .string({ error: '请选择文件存储里的文件夹' })
      .min(1, '请选择文件存储里的文件夹')
      .max(1000, '路径过长')
      .refine(isPlainText, '路径不能包含控制字符'),
  },
  { error: '请选择文件存储里的文件夹' },
)
export type DatasetSource = z.infer<typeof DatasetSource>

const datasetFields = {
  name: Name(limits.dataSetNameMax, '名称'),
  summary: Name(limits.dataSetSummaryMax, '简介'),
  type_id: z.string({ error: '请选择类型' }).pipe(Id),
  tags: Tags,
}
const versionFields = {
  licence: Name(limits.dataSetLicenceMax, '许可'),
  readme: Text(limits.dataSetReadmeMax, '说明').meta({ description: 'Markdown' }),
}

export const DatasetVersionForm = z.object({ version: DatasetVersionName, ...versionFields, source: DatasetSource })
export const CreateDatasetForm = z.object({ slug: Slug, ...datasetFields, ...DatasetVersionForm.shape })
export type CreateDatasetForm = z.infer<typeof CreateDatasetForm>
/** Resubmits a version after a refusal, withdrawal or failure; `source: null` keeps the existing files. */
export const ResubmitDatasetForm = z.object({ ...versionFields, source: DatasetSource.nullable() })

const Count = z.number().int().min(0)

export const MyDatasetVersion = z
  .object({
    id: Id,
    data_set_id: Id,
    version: z.string(),
    licence: z.string(),
    readme: z.string().meta({ description: 'Markdown' }),
    state: DatasetStateName,
    reason: z.string().nullable().meta({ description: '准备失败、驳回或被下线的原因' }),
    offline_by: z.enum(['author', 'operator']).nullable().meta({ description: '谁下线的；被运营下线的只能由运营恢复' }),
    progress: z
      .object({ percent: Count.max(100), copied_bytes: Count, total_bytes: Count })
      .nullable()
      .meta({ description: '复制文件的进度，仅准备中' }),
    source: z.object({ region_id: Id, region_name: z.string(), path: z.string() }).nullable(),
    has_files: z.boolean().meta({ description: '文件已复制完成，可以浏览、预览和挂载' }),
    size_bytes: Count,
    file_count: Count,
    mount_path: z.string().meta({ description: '实例内的只读挂载路径' }),
    uses: Count.meta({ description: '挂载过它的实例数' }),
    submitted_at: Time,
    published_at: Time.nullable().meta({ description: '发布过的版本内容不再改变，也不能删除' }),
  })
  .meta({ id: 'MyDataSetVersion' })
export type MyDatasetVersion = z.infer<typeof MyDatasetVersion>

/** One of the caller's data sets. `version`, `state`, `size_bytes` and `file_count` refer to its newest version. */
export const MyDataset = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    summary: z.string(),
    type: z.object({ id: Id, name: z.string() }),
    tags: z.array(z.string()),
    original: z.boolean(),
    version: z.string(),
    state: DatasetStateName,
    public: z.boolean().meta({ description: '有已发布的版本' }),
    ever_published: z.boolean().meta({ description: '有版本发布过：条目不能再删除' }),
    versions: Count,
    size_bytes: Count,
    file_count: Count,
    stars: Count,
    uses: Count.meta({ description: '挂载过它的实例数' }),
    created_at: Time,
  })
  .meta({ id: 'MyDataSet' })
export type MyDataset = z.infer<typeof MyDataset>

export const MyDatasetDetail = MyDataset.omit({ versions: true })
  .extend({ versions: z.array(MyDatasetVersion).meta({ description: '新的在前' }) })
  .meta({ id: 'MyDataSetDetail' })
export type MyDatasetDetail = z.infer<typeof MyDatasetDetail>

const source = 'decided: requirements §2 names the page, product §7'
const versionBase = { access: 'user', owned: 'data_set_version', idempotent: true, source, params: ById } as const
/** A change of a version affects its data set, both the author's view and the public one. */
const invalidates = ['my_data_set', 'data_set', 'dataset_list']
const defineVersionAction = <B extends z.ZodType>(name: string, summary: string, description: string, message: string, body: B) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/my_data_set_version/:id/${name}`,
    ...versionBase,
    summary,
    description,
    message,
    invalidates,
    body,
    data: MyDatasetVersion,
  })

export const myDatasets = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/my_data_set/list',
    access: 'user',
    summary: '我发布的数据集',
    description: "Lists the caller's data sets with the state of their newest version.",
    source,
    query: listQuery(['created_at', 'name', 'size_bytes', 'stars', 'uses'], {
      keyword: Keyword,
      state: DatasetStateName.optional().meta({ description: '最新版本的状态' }),
      type: Id.optional(),
    }),
    data: z.array(MyDataset),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/my_data_set/:id',
    access: 'user',
    owned: 'data_set',
    summary: '我的一个数据集和它的全部版本',
    description: "Returns one of the caller's data sets with all its versions, newest first.",
    source,
    params: ById,
    data: MyDatasetDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/my_data_set',
    access: 'user',
    idempotent: true,
    summary: '发布数据集：从自己的文件存储复制一个文件夹，完成后等待审核',
    description: "Creates a data set by copying a folder of the caller's file storage; review starts when the copy is done.",
    message: '已提交，文件复制完成后开始审核',
    source,
    body: CreateDatasetForm,
    maxBodyBytes: longBodyMaxBytes,
    data: MyDatasetDetail,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/my_data_set/:id',
    access: 'user',
    owned: 'data_set',
    idempotent: true,
    summary: '修改名称、简介、类型和标签；短名不变',
    description: 'Changes name, summary, type and tags of a data set; its slug stays.',
    message: '已修改',
    source,
    params: ById,
    body: z.object(datasetFields),
    data: MyDatasetDetail,
  }),
  add_version: endpoint({
    method: 'POST',
    path: '/api/v1/my_data_set/:id/version',
    access: 'user',
    owned: 'data_set',
    idempotent: true,
    summary: '提交新版本',
    description: "Submits a further version, copied from a folder of the caller's file storage.",
    message: '已提交，文件复制完成后开始审核',
    source,
    params: ById,
    body: DatasetVersionForm,
    maxBodyBytes: longBodyMaxBytes,
    data: MyDatasetVersion,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/my_data_set/:id',
    access: 'user',
    owned: 'data_set',
    idempotent: true,
    summary: '删除从未发布过的数据集',
    description: 'Deletes a data set that was never published.',
    message: '已删除数据集',
    source,
    params: ById,
    data: z.null(),
  }),
  submit: {
    ...defineVersionAction(
      'submit',
      '修改后重新提交',
      'Submits a refused, withdrawn or failed version again; `source: null` keeps the files that are there.',
      '已重新提交',
      ResubmitDatasetForm,
    ),
    maxBodyBytes: longBodyMaxBytes,
  },
  withdraw: defineVersionAction(
    'withdraw',
    '撤回还没有审核完的版本',
    'Withdraws a version that is being prepared or waits for review.',
    '已撤回',
    z.object({}),
  ),
  offline: defineVersionAction(
    'offline',
    '下线；已挂载的实例不受影响',
    'Takes a published version offline; instances that mount it are not affected.',
    '已下线',
    z.object({}),
  ),
  online: defineVersionAction(
    'online',
    '恢复自己下线的版本',
    'Puts a version that its author took offline back online.',
    '已重新上线',
    z.object({}),
  ),
  remove_version: endpoint({
    method: 'DELETE',
    path: '/api/v1/my_data_set_version/:id',
    ...versionBase,
    summary: '删除从未发布过的版本；最后一个版本删除后，数据集也一并删除',
    description: 'Deletes a version that was never published; with its last version the data set goes, too.',
    message: '已删除版本',
    invalidates,
    data: z.null(),
  }),
}
