import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  AcceptLostDisks,
  ChargeRule,
  Instance,
  InstanceEvent,
  InstanceStatusCode,
  InstanceStep,
  MeteringSegment,
} from './instance.ts'
import { bulkInstanceActions } from './instance-actions.ts'
import { limits } from './limits.ts'
import { Keyword, listQuery } from './list.ts'
import { SaveImageForm } from './private-images.ts'
import { ById, Id, Name, Time, Yuan } from './scalars.ts'

export * from './instance.ts'

const EmptyBody = z.object({})
/** Declares an action on one instance: POST /instance/:id/<name>; it returns the updated row. */
const defineAction = <Body extends z.ZodType = typeof EmptyBody>(
  name: string,
  summary: string,
  description: string,
  message: string,
  body: Body = EmptyBody as unknown as Body,
) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/instance/:id/${name}`,
    access: 'user',
    owned: 'instance',
    idempotent: true,
    summary,
    description,
    message,
    source: 'decided: product §4',
    params: ById,
    body,
    data: Instance,
  })

const BootForm = z.object({ accept_lost: AcceptLostDisks })

const DataDisk = z
  .number({ error: '请输入数据盘大小' })
  .int('数据盘须为整数 GB')
  .min(limits.freeDataDiskGb, `数据盘至少 ${limits.freeDataDiskGb} GB`)
  .max(limits.dataDiskMaxGb, `数据盘最多 ${limits.dataDiskMaxGb} GB`)

export const instances = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/instance/list',
    access: 'user',
    summary: '容器实例',
    description: "Lists the caller's instances, newest first, filtered by status, region or billing.",
    source: 'decided: product §11',
    query: listQuery(['created_at', 'nick_name', 'status', 'expire_at'], {
      keyword: Keyword,
      status: z.coerce.number().pipe(InstanceStatusCode).optional(),
      running: z.literal('true').optional().meta({ description: '正在运行的，包括运行着保存数据的' }),
      region_id: Id.optional(),
      charge_rule: ChargeRule.optional(),
    }),
    data: z.array(Instance),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/instance/:id',
    access: 'user',
    owned: 'instance',
    summary: '实例详情，含创建步骤',
    description: 'Returns one instance with the steps of its creation.',
    source: 'decided: product §11',
    params: ById,
    data: Instance.extend({
      steps: z.array(InstanceStep),
      secret_key_name: z.string().nullable(),
      paid_from: Time.nullable().meta({ description: '尚未用完的已付时长从何时起；按量计费和已到期的为空' }),
    }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/instance/:id',
    access: 'user',
    owned: 'instance',
    summary: '改名',
    description: 'Renames an instance; nothing else changes.',
    message: '已改名',
    source: 'decided: product §4',
    params: ById,
    body: z.object({ nick_name: Name(limits.instanceNameMax, '实例名称') }),
    data: Instance,
  }),
  start: defineAction(
    'start',
    '开机',
    'Starts a stopped instance; pay-as-you-go is charged by the second once it runs.',
    '正在开机',
    BootForm,
  ),
  shutdown: defineAction(
    'shutdown',
    '关机',
    'Stops an instance and keeps its disks; hourly billing ends and its GPUs are freed, while a package runs on.',
    '正在关机',
  ),
  start_without_gpu: defineAction(
    'start_without_gpu',
    '无卡开机',
    'Starts a stopped instance without GPUs, on half a core and 2 GB of memory; 0.10 yuan per hour, free within a package.',
    '正在无卡开机',
    BootForm,
  ),
  restart: defineAction(
    'restart',
    '重启',
    'Restarts a running instance; its disks and GPUs are kept, and processes in memory are lost.',
    '正在重启',
  ),
  release: defineAction(
    'release',
    '释放',
    'Releases an instance and deletes its disks for good; the rest of a package is not refunded.',
    '正在释放',
  ),
  save_image: defineAction(
    'save_image',
    '保存镜像',
    'Saves the system disk as a private image, free of charge; the data disk is not part of it.',
    '正在保存镜像',
    SaveImageForm,
  ),
  change_image: defineAction(
    'change_image',
    '更换镜像，下次开机时生效',
    'Changes the image of a stopped instance; the system disk is replaced at the next start, the data disk kept.',
    '已更换镜像，下次开机时生效',
    z.object({
      image_id: Id,
      image_price_hour: Yuan.optional().meta({ description: '按量计费换成收费镜像时，填写它的每小时价格以示确认' }),
    }),
  ),
  image_quote: endpoint({
    method: 'POST',
    path: '/api/v1/instance/:id/image_quote',
    access: 'user',
    owned: 'instance',
    summary: '换成另一个镜像之后的价格',
    description: 'Quotes the hourly price of the instance in yuan after a change to another image.',
    source: 'decided: docs/decisions/043',
    params: ById,
    body: z.object({ image_id: Id }),
    data: z.object({
      price_hour: Yuan.meta({ description: '现在每小时' }),
      new_price_hour: Yuan.meta({ description: '更换后每小时；套餐不变' }),
      image_price_hour: Yuan.meta({ description: '新镜像的价格，更换时照填以示确认' }),
    }),
  }),
  resize_quote: endpoint({
    method: 'POST',
    path: '/api/v1/instance/:id/resize_quote',
    access: 'user',
    owned: 'instance',
    summary: '扩容数据盘的价格',
    description: 'Quotes the hourly price of the instance in yuan after growing its data disk to a size in GB.',
    source: 'decided: product §4',
    params: ById,
    body: z.object({ data_disk: DataDisk }),
    data: z.object({ price_hour: Yuan, new_price_hour: Yuan }),
  }),
  resize_disk: defineAction(
    'resize_disk',
    '扩容数据盘',
    'Grows the data disk of a stopped instance to a size in GB, from the next start; it cannot shrink.',
    '已扩容，下次开机时生效',
    z.object({ data_disk: DataDisk, new_price_hour: Yuan.meta({ description: '报价所说的新价格；不再如此时拒绝' }) }),
  ),
  migration: endpoint({
    method: 'GET',
    path: '/api/v1/instance/:id/migration',
    access: 'user',
    owned: 'instance',
    summary: '能否迁移，能迁到哪些主机',
    description: 'Tells whether the instance can be moved, and to which hosts of its region.',
    source: 'decided: product §4',
    params: ById,
    data: z.object({
      possible: z.boolean(),
      why_not: z.string().nullable(),
      hosts: z.array(z.object({ host_id: Id, gpu_free: z.number().int() })),
    }),
  }),
  migrate: defineAction(
    'migrate',
    '迁移到同地域的另一台主机',
    'Moves a stopped instance with both disks to another host of its region, free of charge.',
    '正在迁移',
    z.object({
      host_id: Id.nullable().default(null).meta({ description: '空则由平台选择' }),
      start: z.boolean().default(false).meta({ description: '迁移完成后开机' }),
    }),
  ),
  bulk: endpoint({
    method: 'POST',
    path: '/api/v1/instance/bulk',
    access: 'user',
    idempotent: true,
    summary: '批量操作，逐台给出结果',
    description: 'Starts, stops or releases up to 100 instances, and returns a result for each.',
    source: 'decided: product §4',
    body: z.object({
      ids: z.array(Id).min(1, '请选择实例').max(limits.bulkMax, `一次最多 ${limits.bulkMax} 台`),
      action: z.enum(bulkInstanceActions),
    }),
    data: z.array(z.object({ id: Id, ok: z.boolean(), code: z.string(), message: z.string() })),
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/v1/instance/:id/event/list',
    access: 'user',
    owned: 'instance',
    summary: '时间线：谁，何时，为什么',
    description: 'Lists the history of an instance: what happened, when, by whom and why, newest first.',
    source: 'decided: product §4',
    params: ById,
    query: listQuery(['at']),
    data: z.array(InstanceEvent),
    paged: true,
  }),
  segments: endpoint({
    method: 'GET',
    path: '/api/v1/instance/:id/segment/list',
    access: 'user',
    owned: 'instance',
    summary: '计费分段与每一笔扣费',
    description: 'Lists the billing segments of an instance with every charge, newest first.',
    source: 'decided: product §5',
    params: ById,
    query: listQuery(['started_at']),
    data: z.array(MeteringSegment),
    paged: true,
  }),
  logs: endpoint({
    method: 'GET',
    path: '/api/v1/instance/:id/log',
    access: 'user',
    owned: 'instance',
    summary: '实例日志的末尾',
    description: "Returns the last lines of the instance's log, 200 unless `tail` says otherwise.",
    source: 'decided: product §4',
    params: ById,
    query: z.object({ tail: z.coerce.number().int().min(1).max(2000).default(200) }),
    data: z.object({ lines: z.array(z.string()) }),
  }),
  terminal_ticket: endpoint({
    method: 'POST',
    path: '/api/v1/instance/:id/terminal_ticket',
    access: 'user',
    owned: 'instance',
    summary: '打开网页终端的一次性凭据，30 秒内有效',
    description: 'Issues a ticket for the WebSocket of the web terminal, good once and for 30 seconds.',
    source: 'decided: product §4',
    params: ById,
    data: z.object({ ticket: z.string(), path: z.string() }),
  }),
}

/**
 * WebSocket of the web terminal: `?ticket=…`. The client sends text frames:
 * {type:'input',data}|{type:'resize',cols,rows}|{type:'ping'}. The server sends binary frames, and a text frame for each ping,
 * because browsers cannot send protocol-level pings.
 */
export const terminalPath = '/ws/v1/terminal' as const
export const terminalPong = '{"type":"pong"}' as const
