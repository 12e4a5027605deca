import { z } from 'zod'
import { Id, Time } from './scalars.ts'

/** Mount point of the user's regional files in every instance of that region. */
export const storageMountPath = '/storage'
/** Upload endpoint for tus 1.0 (`HEAD`, `PATCH`) with the same bearer token. Only the calls below create and cancel uploads. */
export const tusPath = '/tus/v1/:id' as const

export const RegionId = z.string({ error: '请选择地域' }).pipe(Id)
export const NameConflictPolicy = z
  .enum(['refuse', 'rename', 'replace'])
  .default('refuse')
  .meta({ description: '同名时：拒绝、自动改名，或替换原文件（文件夹不能替换）' })

export const StorageEntry = z
  .object({
    path: z.string().meta({ description: '相对于最上层，没有开头的斜杠' }),
    name: z.string(),
    kind: z.enum(['file', 'folder']),
    size_bytes: z.number().int().meta({ description: '文件夹为 0' }),
    changed_at: Time.nullable().meta({ description: '对象存储里的文件夹可能没有时间' }),
    type: z.string().nullable().meta({ description: '由扩展名得出的媒体类型；文件夹和不认识的为 null' }),
  })
  .meta({ id: 'StorageEntry' })
export type StorageEntry = z.infer<typeof StorageEntry>

/** Types of files, as their names tell. */
export const storageFileTypes = {
  model: '模型与权重',
  data: '数据与表格',
  media: '图片与音视频',
  archive: '压缩包',
  code: '代码与文本',
  other: '其他',
} as const
export type StorageFileType = keyof typeof storageFileTypes
const StorageFileType = z.enum(Object.keys(storageFileTypes) as [StorageFileType, ...StorageFileType[]])

export const StorageStatistics = z
  .object({
    region_id: Id,
    region_name: z.string(),
    used_bytes: z.number().int(),
    file_count: z.number().int(),
    reserved_bytes: z.number().int().meta({ description: '未完成的上传和解压占用的' }),
    quota_bytes: z.number().int(),
    mount_path: z.literal(storageMountPath),
    mountable: z.boolean().meta({ description: '该地域的实例能不能看到这些文件' }),
    measured_at: Time.nullable().meta({ description: '上一次逐个文件核对的时间' }),
    bytes_by_type: z
      .partialRecord(StorageFileType, z.number().int())
      .meta({ description: '上一次核对时各类文件的字节数，按扩展名归类；没有核对过时为空' }),
  })
  .meta({ id: 'StorageStatistics' })
export type StorageStatistics = z.infer<typeof StorageStatistics>

export const StorageUpload = z
  .object({
    id: Id,
    region_id: Id,
    folder: z.string(),
    name: z.string(),
    type: z.string().nullable(),
    size_bytes: z.number().int(),
    offset: z.number().int().meta({ description: '已收到的字节数，续传从这里开始' }),
    when_taken: z.enum(['refuse', 'rename', 'replace']),
    tus_path: z.string().meta({ description: 'HEAD 与 PATCH 的地址' }),
    created_at: Time,
    expires_at: Time.meta({ description: '到时仍未完成就清除' }),
  })
  .meta({ id: 'StorageUpload' })
export type StorageUpload = z.infer<typeof StorageUpload>

export const storageTaskStates = {
  waiting: '等待中',
  running: '解压中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
} as const
export type StorageTaskState = keyof typeof storageTaskStates

/** Extraction of an archive; all or nothing. */
export const StorageTask = z
  .object({
    id: Id,
    region_id: Id,
    path: z.string().meta({ description: '压缩包' }),
    folder: z.string().meta({ description: '解压到哪个文件夹里' }),
    result_path: z.string().nullable().meta({ description: '解压出来的文件夹，完成后才有' }),
    state: z.enum(Object.keys(storageTaskStates) as [StorageTaskState, ...StorageTaskState[]]),
    percent: z.number().int().min(0).max(100),
    error: z.string().nullable().meta({ description: '失败的原因' }),
    created_at: Time,
    ended_at: Time.nullable(),
  })
  .meta({ id: 'StorageTask' })
export type StorageTask = z.infer<typeof StorageTask>
