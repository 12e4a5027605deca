import { z } from 'zod'
import { CommunityEntry, Count, EntryAuthor, EntryTag, StarResult, StarState, TagCount } from './community-entries.ts'
import { endpoint } from './endpoint.ts'
import { Keyword, listQuery } from './list.ts'
import { ById, Id, Time } from './scalars.ts'

/** A public data set; `size_bytes` and `file_count` refer to the newest published version. */
export const Dataset = CommunityEntry.extend({
  type: z.object({ id: Id, name: z.string() }),
  size_bytes: Count,
  file_count: Count,
  uses: Count.meta({ description: '挂载过它的实例数' }),
}).meta({ id: 'DataSet' })
export type Dataset = z.infer<typeof Dataset>

export const DatasetVersion = z
  .object({
    id: Id,
    version: z.string(),
    licence: z.string(),
    size_bytes: Count,
    file_count: Count,
    mount_path: z.string().meta({ description: '实例内的只读挂载路径' }),
    readme: z.string().meta({ description: 'Markdown' }),
    uses: Count,
    published_at: Time,
  })
  .meta({ id: 'DataSetVersion' })
export type DatasetVersion = z.infer<typeof DatasetVersion>

const DataSetDetail = Dataset.extend({
  starred: z.boolean(),
  versions: z.array(DatasetVersion).min(1),
}).meta({ id: 'DataSetDetail' })
export type DatasetDetail = z.infer<typeof DataSetDetail>

/** A data set the reader has starred; `newest` is null while it has no public version. */
export const CollectedDataset = z
  .object({
    id: Id,
    name: z.string(),
    summary: z.string(),
    type: z.object({ id: Id, name: z.string() }),
    tags: z.array(z.string()),
    author: EntryAuthor,
    newest: z.object({ version: z.string(), size_bytes: Count, file_count: Count, published_at: Time }).nullable(),
    stars: Count,
    collected_at: Time,
  })
  .meta({ id: 'CollectedDataSet' })
export type CollectedDataset = z.infer<typeof CollectedDataset>

/** One row of the file tree. For a folder, `size_bytes` and `file_count` cover everything below it. */
export const DatasetFileEntry = z
  .object({
    name: z.string(),
    path: z.string(),
    folder: z.boolean(),
    size_bytes: Count,
    file_count: Count,
    kind: z.string().nullable().meta({ description: '按内容识别的类型，如 image/png、text/plain；文件夹为 null' }),
    sha256: z.string().nullable(),
  })
  .meta({ id: 'DataSetEntry' })
export type DatasetFileEntry = z.infer<typeof DatasetFileEntry>

/** Preview of a file: the start of a text, a re-encoded picture, or nothing. */
export const DatasetPreview = z
  .object({
    path: z.string(),
    size_bytes: Count,
    kind: z.string(),
    shown: z.enum(['text', 'image', 'none']),
    text: z.string().nullable().meta({ description: '最多前 64 KiB' }),
    image: z.string().nullable().meta({ description: 'WebP 图片的 data: 地址' }),
    truncated: z.boolean(),
    why_not: z.string().nullable().meta({ description: '不能预览的原因' }),
  })
  .meta({ id: 'DataSetPreview' })
export type DatasetPreview = z.infer<typeof DatasetPreview>

/** Path relative to the data set, separated by slashes; '' is the root. */
const FilePath = z.string().max(1000, '路径过长')
const VersionParams = z.object({ version_id: Id })

export const datasets = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/dataset_list',
    access: 'public',
    summary: '公开数据集',
    description: 'Lists the public data sets, filtered by keyword, type, tag or author.',
    source: 'requirements §7',
    query: listQuery(['published_at', 'stars', 'uses', 'size_bytes'], {
      keyword: Keyword,
      type: Id.optional(),
      tag: EntryTag.optional(),
      author: Id.optional(),
    }),
    data: z.array(Dataset),
    paged: true,
  }),
  types: endpoint({
    method: 'GET',
    path: '/api/v1/dataset_types_list',
    access: 'public',
    summary: '数据集类型，各有几个',
    description: 'Lists the data set types with the number of public data sets each.',
    source: 'requirements §7',
    data: z.array(z.object({ id: Id, name: z.string(), count: Count })),
  }),
  tags: endpoint({
    method: 'GET',
    path: '/api/v1/data_set/tags',
    access: 'public',
    summary: '数据集的标签，各有几个',
    description: 'Lists the tags of public data sets with the number of data sets each.',
    source: 'decided: product §7',
    data: z.array(TagCount),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/data_set/:id',
    access: 'public',
    summary: '数据集详情和已发布的版本',
    description: 'Returns one data set with its published versions.',
    source: 'decided: product §7',
    params: ById,
    data: DataSetDetail,
  }),
  collected: endpoint({
    method: 'GET',
    path: '/api/v1/data_set/collected',
    access: 'user',
    summary: '我收藏的数据集，含已下线的',
    description: 'Lists the data sets the caller has starred, including those taken offline.',
    source: 'decided: product §7',
    query: listQuery(['collected_at', 'name', 'stars'], { keyword: Keyword, type: Id.optional() }),
    data: z.array(CollectedDataset),
    paged: true,
  }),
  file_list: endpoint({
    method: 'GET',
    path: '/api/v1/data_set/version/:version_id/file_list',
    access: 'public',
    summary: '一个版本的文件，一次一层，文件夹在前；未公开的只有作者和审核人能看',
    description: "Lists one folder of a version's files, folders first; unpublished versions are for author and reviewers.",
    source: 'decided: product §7',
    params: VersionParams,
    query: listQuery(['name', 'size_bytes'], { path: FilePath.default('') }),
    data: z.array(DatasetFileEntry),
    paged: true,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/v1/data_set/version/:version_id/preview',
    access: 'public',
    summary: '预览一个文件',
    description: 'Returns the first 64 KiB of a text file or a redrawn picture of a data set version.',
    source: 'decided: product §7',
    params: VersionParams,
    query: z.object({ path: FilePath.min(1, '请选择文件') }),
    data: DatasetPreview,
  }),
  file_ticket: endpoint({
    method: 'POST',
    path: '/api/v1/data_set/version/:version_id/file_ticket',
    access: 'user',
    summary: '下载一个文件的短时链接',
    description: 'Issues a short-lived URL that downloads one file of a data set version.',
    source: 'decided: product §7',
    params: VersionParams,
    body: z.object({ path: FilePath.min(1, '请选择文件') }),
    data: z.object({ url: z.string().meta({ description: '本站路径，浏览器直接打开' }), expires_at: Time }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/v1/data_set/file',
    access: 'public',
    summary: '用短时链接下载文件',
    description: 'Downloads the file that a ticket of `file_ticket` names.',
    source: 'decided: product §7',
    query: z.object({ ticket: z.string().max(8000) }),
    data: z.unknown(),
    download: 'application/octet-stream',
  }),
  star: endpoint({
    method: 'PUT',
    path: '/api/v1/data_set/:id/star',
    access: 'user',
    summary: '收藏或取消收藏',
    description: 'Stars or unstars a data set for the caller.',
    invalidates: ['dataset_list'],
    source: 'decided: product §7',
    params: ById,
    body: StarState,
    data: StarResult,
  }),
}
