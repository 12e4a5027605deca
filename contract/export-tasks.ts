import { z } from 'zod'
import { type EndpointAccess, endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { listQuery } from './list.ts'
import { ById, Day, Id, Time } from './scalars.ts'

/** Lists that are exported whole, however many rows they have, and who may see them. */
export const exportKinds = {
  wallet_entry: { label: '收支明细', access: 'user', office: false },
  consumption: { label: '消费明细', access: 'user', office: false },
  llm_call: { label: '大模型调用', access: 'tencent', office: false },
  operator_entry: { label: '总账', access: 'operator_finance', office: true },
} as const satisfies Record<string, { label: string; access: EndpointAccess; office: boolean }>
export type ExportKind = keyof typeof exportKinds
const ExportKindName = z.enum(Object.keys(exportKinds) as [ExportKind, ...ExportKind[]])

/** `expired`: it was done, and its file is deleted. */
export const exportTaskStates = {
  waiting: '排队中',
  running: '导出中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
  expired: '文件已删除',
} as const
export type ExportTaskState = keyof typeof exportTaskStates
const ExportTaskStateName = z.enum(Object.keys(exportTaskStates) as [ExportTaskState, ...ExportTaskState[]])

/** An export that is written to a file by a worker. */
export const ExportTask = z
  .object({
    id: Id,
    kind: ExportKindName,
    from: Day.nullable().meta({ description: '筛选的第一天；null：从最早的起' }),
    to: Day.nullable().meta({ description: '筛选的最后一天；null：到开始导出时' }),
    filters: z.record(z.string(), z.string()).meta({ description: '其余的筛选条件' }),
    state: ExportTaskStateName,
    percent: z.number().int().min(0).max(100),
    rows_done: z.number().int(),
    rows_total: z.number().int().nullable().meta({ description: '开始时数得的行数；null：还没有数' }),
    file_name: z.string().nullable(),
    size_bytes: z.number().int().nullable(),
    error: z.string().nullable().meta({ description: '失败的原因' }),
    created_at: Time,
    ended_at: Time.nullable(),
    expires_at: Time.nullable().meta({ description: `文件保留到何时，完成后 ${limits.exportKeptDays} 天` }),
  })
  .meta({ id: 'ExportTask' })
export type ExportTask = z.infer<typeof ExportTask>

const source = 'decided: docs/decisions/097'

/**
 * Declares how a list is exported whole: at once as the answer to GET, refused above a number of rows, or by POST as a task that
 * writes a file.
 */
export const exportEndpoints = <Filters extends z.ZodObject>({
  path,
  kind,
  rows,
  filters,
}: {
  path: `/${string}`
  kind: ExportKind
  /** What the rows are, in English. */
  rows: string
  filters: Filters
}) => {
  const { label, access } = exportKinds[kind]
  return {
    export: endpoint({
      method: 'GET',
      path,
      access,
      summary: `${label}：符合条件的每一行，CSV；行数过多时被拒绝，改用同一地址的 POST`,
      description: `Downloads all matching ${rows} as CSV; refused above 100,000 rows, which a task exports.`,
      source,
      query: filters,
      data: z.unknown(),
      download: 'text/csv; charset=utf-8',
    }),
    export_task: endpoint({
      method: 'POST',
      path,
      access,
      idempotent: true,
      summary: `${label}：创建导出任务，不限行数，完成后通知`,
      description: `Creates a task that writes all matching ${rows} to a CSV file, and notifies when it has ended.`,
      message: '已创建导出任务，完成后通知你',
      invalidates: [exportKinds[kind].office ? 'operator/export_task' : 'export_task'],
      source,
      body: filters,
      data: ExportTask,
    }),
  }
}

const taskEndpoints = <Access extends 'user' | 'operator_finance'>(
  access: Access,
  root: '/api/v1/export_task' | '/api/v1/operator/export_task',
  of: string,
) => {
  const one = {
    access,
    owned: access === 'operator_finance' ? 'operator_export_task' : 'export_task',
    source,
    params: ById,
  } as const
  return {
    list: endpoint({
      method: 'GET',
      path: `${root}/list`,
      access,
      summary: '自己的导出任务，新的在前',
      description: `Lists the caller's ${of} of the last 30 days, newest first.`,
      source,
      query: listQuery(['created_at'], { kind: ExportKindName.optional(), state: ExportTaskStateName.optional() }),
      data: z.array(ExportTask),
      paged: true,
    }),
    get: endpoint({
      ...one,
      method: 'GET',
      path: `${root}/:id`,
      summary: '一个导出任务及其进度',
      description: `Returns one of the caller's ${of} with its progress.`,
      data: ExportTask,
    }),
    cancel: endpoint({
      ...one,
      method: 'POST',
      path: `${root}/:id/cancel`,
      summary: '取消导出，不留下文件',
      description: `Cancels one of the caller's ${of} that has not ended; no file of it is left behind.`,
      message: '已取消导出',
      data: ExportTask,
    }),
    remove: endpoint({
      ...one,
      method: 'DELETE',
      path: `${root}/:id`,
      summary: '删除导出文件，不等它过期',
      description: `Deletes the file of one of the caller's ${of} before it expires.`,
      message: '已删除导出文件',
      data: ExportTask,
    }),
    download_link: endpoint({
      ...one,
      method: 'POST',
      path: `${root}/:id/download_link`,
      summary: `下载导出文件的地址，${limits.downloadLinkSeconds / 60} 分钟有效`,
      description: `Issues a URL that downloads the file of one of the caller's ${of}, valid for five minutes.`,
      data: z.object({ url: z.string(), expires_at: Time }),
    }),
  }
}

export const exportTasks = {
  ...taskEndpoints('user', '/api/v1/export_task', 'exports'),
  download: endpoint({
    method: 'GET',
    path: '/api/v1/export_task/download',
    access: 'public',
    summary: '凭 download_link 给的票据下载，支持 Range 续传',
    description: 'Downloads the file of the export that a ticket of `download_link` names; Range requests are supported.',
    source,
    query: z.object({ ticket: z.string({ error: '缺少票据' }).max(8192, '票据有误') }),
    data: z.unknown(),
    download: 'text/csv; charset=utf-8',
  }),
}

export const operatorExportTasks = taskEndpoints('operator_finance', '/api/v1/operator/export_task', 'back-office exports')
