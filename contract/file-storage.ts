import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { Keyword, listQuery } from './list.ts'
import { ById, Id, Time } from './scalars.ts'
import { NameConflictPolicy, RegionId, StorageEntry, StorageStatistics, StorageTask, StorageUpload } from './storage-entries.ts'
import { EntryPath, FileName, FolderPath } from './storage-path.ts'

export * from './storage-entries.ts'
export { FileName } from './storage-path.ts'

const EntryPaths = z
  .array(EntryPath)
  .min(1, '请选择文件')
  .max(limits.bulkMax, `一次最多 ${limits.bulkMax} 项`)
  .refine((all) => new Set(all).size === all.length, '所选的文件有重复')
/** Result per entry; `to` is its new location. */
const EntryResults = z.array(
  z.object({ path: z.string(), ok: z.boolean(), to: z.string().nullable(), code: z.string(), message: z.string() }),
)
const Sha256 = z
  .string({ error: '请提供校验值' })
  .regex(/^[0-9a-f]{64}$/i, '校验值须为 SHA-256 的 64 位十六进制')
  .transform((hex) => hex.toLowerCase())
const source = 'decided: product §7, docs/decisions/039' as const
const EntryQuery = z.object({ region_id: RegionId, path: EntryPath })

export const fileStorage = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/file_storage/object_list',
    access: 'user',
    summary: '一个文件夹里的文件和文件夹，文件夹在前；关键词在这个文件夹的名称里找',
    description: "Lists one folder of the caller's file storage, folders first; the keyword searches names in this folder.",
    source: 'requirements §7',
    query: listQuery(['name', 'size_bytes', 'changed_at'], {
      region_id: Id.optional().meta({ description: '缺省为第一个地域' }),
      path: FolderPath.default(''),
      keyword: Keyword,
    }),
    data: z.array(StorageEntry),
    paged: true,
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/api/v1/file_storage/statistics',
    access: 'user',
    summary: '每个地域的用量与配额',
    description: "Returns the caller's use and quota of file storage in bytes, for each region.",
    source: 'requirements §7',
    data: z.array(StorageStatistics),
  }),
  create_folder: endpoint({
    method: 'POST',
    path: '/api/v1/file_storage/folder',
    access: 'user',
    summary: '新建文件夹',
    description: "Creates an empty folder in the caller's file storage.",
    message: '文件夹已创建',
    source,
    body: z.object({ region_id: RegionId, folder: FolderPath.default(''), name: FileName }),
    data: StorageEntry,
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/v1/file_storage/move',
    access: 'user',
    summary: '移动到一个文件夹，或改名（只选一项时可带新名称）；逐项给出结果',
    description: 'Moves files and folders into a folder, or renames a single one, with a result for each.',
    source,
    body: z
      .object({
        region_id: RegionId,
        paths: EntryPaths,
        folder: FolderPath,
        name: FileName.optional(),
        when_taken: NameConflictPolicy,
      })
      .refine((body) => body.name === undefined || body.paths.length === 1, { path: ['name'], error: '一次只能给一项改名' }),
    data: EntryResults,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v1/file_storage/remove',
    access: 'user',
    summary: '删除文件，以及文件夹和里面的一切，不能恢复；逐项给出结果',
    description: 'Deletes files, and folders with all they hold, for good, with a result for each.',
    source,
    body: z.object({ region_id: RegionId, paths: EntryPaths }),
    data: EntryResults,
  }),
  create_upload: endpoint({
    method: 'POST',
    path: '/api/v1/file_storage/upload',
    access: 'user',
    summary: '开始上传一个文件，预留空间；内容随后按 tus 协议发到 tus_path，可随时断开、续传',
    description:
      'Starts an upload and reserves its space; the content follows by the tus protocol at `tus_path` and can be resumed.',
    source,
    body: z.object({
      region_id: RegionId,
      folder: FolderPath.default('').meta({ description: '还不存在的文件夹会在完成时创建' }),
      name: FileName,
      size_bytes: z
        .number({ error: '请提供文件大小' })
        .int('文件大小须为整数')
        .min(0, '文件大小不能为负')
        .max(limits.fileMaxBytes, `单个文件不能超过 ${limits.fileMaxBytes / 1_073_741_824} GB`),
      type: z
        .string()
        .max(100)
        .regex(/^[\w.+-]+\/[\w.+-]+$/, '媒体类型有误')
        .optional(),
      when_taken: NameConflictPolicy,
    }),
    data: StorageUpload,
  }),
  uploads: endpoint({
    method: 'GET',
    path: '/api/v1/file_storage/upload/list',
    access: 'user',
    summary: '未完成的上传，新的在前；选择同一个文件即可续传',
    description: "Lists the caller's unfinished uploads, newest first.",
    source,
    query: z.object({ region_id: Id.optional() }),
    data: z.array(StorageUpload),
  }),
  get_upload: endpoint({
    method: 'GET',
    path: '/api/v1/file_storage/upload/:id',
    access: 'user',
    owned: 'storage_upload',
    summary: '一个未完成的上传',
    description: 'Returns one unfinished upload with the bytes received so far.',
    source,
    params: ById,
    data: StorageUpload,
  }),
  cancel_upload: endpoint({
    method: 'DELETE',
    path: '/api/v1/file_storage/upload/:id',
    access: 'user',
    owned: 'storage_upload',
    summary: '放弃上传，已收到的内容和预留的空间一起释放',
    description: 'Cancels an upload, drops what was received and frees the reserved space.',
    message: '已取消上传',
    source,
    params: ById,
    data: z.null(),
  }),
  complete_upload: endpoint({
    method: 'POST',
    path: '/api/v1/file_storage/upload/:id/complete',
    access: 'user',
    owned: 'storage_upload',
    summary: '内容齐了之后：与校验值比较，一致才放到位；不一致则全部丢弃。同名被拒绝时可换一种 when_taken 再来',
    description: 'Puts an uploaded file in place if its SHA-256 matches; otherwise everything received is dropped.',
    message: '上传完成',
    source,
    params: ById,
    body: z.object({ sha256: Sha256, when_taken: z.enum(['refuse', 'rename', 'replace']).optional() }),
    data: StorageEntry,
  }),
  download_link: endpoint({
    method: 'POST',
    path: '/api/v1/file_storage/download_link',
    access: 'user',
    summary: `下载一个文件的地址，${limits.downloadLinkSeconds / 60} 分钟有效`,
    description: 'Issues a URL that downloads one file, valid for five minutes.',
    source,
    body: EntryQuery,
    data: z.object({ url: z.string(), expires_at: Time }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/v1/file_storage/download',
    access: 'public',
    summary: '凭 download_link 给的票据下载，支持 Range 续传',
    description: 'Downloads the file that a ticket of `download_link` names; Range requests are supported.',
    source,
    query: z.object({ ticket: z.string({ error: '缺少票据' }).max(8192, '票据有误') }),
    data: z.unknown(),
    download: 'application/octet-stream',
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/v1/file_storage/preview',
    access: 'user',
    summary: `文本文件的开头，最多 ${limits.filePreviewBytes / 1024} KiB`,
    description: 'Returns the first 64 KiB of a text file.',
    source,
    query: EntryQuery,
    data: z.object({ text: z.string(), truncated: z.boolean(), size_bytes: z.number().int() }),
  }),
  extract: endpoint({
    method: 'POST',
    path: '/api/v1/file_storage/extract',
    access: 'user',
    summary: '把 zip 压缩包解压成所选文件夹里的一个新文件夹；要么全部解压，要么什么也不留下',
    description: 'Starts extracting a zip archive into a new folder; either all of it is extracted or nothing is left.',
    message: '已开始解压',
    source,
    body: EntryQuery.extend({ folder: FolderPath.default('') }),
    data: StorageTask,
  }),
  tasks: endpoint({
    method: 'GET',
    path: '/api/v1/file_storage/task/list',
    access: 'user',
    summary: '解压任务，进行中的和最近 7 天的，新的在前',
    description: "Lists the caller's extraction tasks that run or ended within seven days, newest first.",
    source,
    query: z.object({ region_id: Id.optional() }),
    data: z.array(StorageTask),
  }),
  get_task: endpoint({
    method: 'GET',
    path: '/api/v1/file_storage/task/:id',
    access: 'user',
    owned: 'storage_task',
    summary: '一个解压任务',
    description: 'Returns one extraction task with its progress.',
    source,
    params: ById,
    data: StorageTask,
  }),
  cancel_task: endpoint({
    method: 'POST',
    path: '/api/v1/file_storage/task/:id/cancel',
    access: 'user',
    owned: 'storage_task',
    summary: '取消解压，不留下任何文件',
    description: 'Cancels an extraction; no file of it is left behind.',
    message: '已取消解压',
    source,
    params: ById,
    data: StorageTask,
  }),
}
