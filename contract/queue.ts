import { z } from 'zod'
import { acceptPriceUnit, priceUnitFields } from './charge-rule.ts'
import { endpoint } from './endpoint.ts'
import { AcceptLostDisks } from './instances.ts'
import { listQuery } from './list.ts'
import { CreateInstanceForm } from './orders.ts'
import { ById, Id, Time, Yuan } from './scalars.ts'

/** Each product has one queue. Its entries are shut-down instances or new ones. */
export const queueKinds = { boot: '等待开机', create: '等待创建' } as const
export type QueueKind = keyof typeof queueKinds
const QueueKindName = z.enum(Object.keys(queueKinds) as [QueueKind, ...QueueKind[]])

export const queueStates = { waiting: '排队中', done: '已轮到', cancelled: '已取消', failed: '已结束' } as const
export type QueueState = keyof typeof queueStates
const QueueStateName = z.enum(Object.keys(queueStates) as [QueueState, ...QueueState[]])

const WaitSeconds = z
  .number()
  .int()
  .nullable()
  .meta({ description: '预计等待的秒数，由近 7 天释放 GPU 的间隔推算；历史数据不足时为空' })

export const QueueEntry = z
  .object({
    id: Id,
    kind: QueueKindName,
    state: QueueStateName,
    /** Skipped for now; `reason` says why, and the position is kept. */
    held: z.boolean(),
    reason: z.string().nullable().meta({ description: '暂时轮空或未能开机的原因' }),
    name: z.string().meta({ description: '等待开机的实例，或将要创建的实例的名称' }),
    instance_id: Id.nullable().meta({ description: '等待开机的实例，或轮到后创建的实例' }),
    product_id: Id,
    product_name: z.string(),
    region_name: z.string(),
    gpu_num: z.number().int(),
    ...priceUnitFields,
    max_price_hour: Yuan.nullable(),
    position: z.number().int().nullable().meta({ description: '在该产品队列中的位置，从 1 起；不在排队时为空' }),
    queue_length: z.number().int().nullable().meta({ description: '该产品队列中共有多少位在等；不在排队时为空' }),
    expected_wait: WaitSeconds,
    created_at: Time,
    ended_at: Time.nullable(),
  })
  .meta({ id: 'QueueEntry' })
export type QueueEntry = z.infer<typeof QueueEntry>

/** Forecast for a user who joins now. */
export const QueueForecast = z
  .object({
    ahead: z.number().int().meta({ description: '前面的人数' }),
    gpus_ahead: z.number().int().meta({ description: '他们等待的卡数' }),
    expected_wait: WaitSeconds,
  })
  .meta({ id: 'QueueOutlook' })
export type QueueForecast = z.infer<typeof QueueForecast>

/** Price limit in yuan per hour for the whole instance, as typed; absent means no limit. */
const MaxPrice = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,6})?$/, '请输入最多六位小数的正数')
  .refine((typed) => Number(typed) > 0, '最高价须大于 0')
  .nullable()
  .default(null)
export const QueueForm = CreateInstanceForm.omit({ clone: true, activity_id: true, coupon_id: true })
const JoinForm = z.object({ max_price_hour: MaxPrice })

export const queue = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/queue/list',
    access: 'user',
    summary: '我的排队',
    description: "Lists the caller's places in queues, newest first.",
    source: 'decided: product §4',
    query: listQuery(['created_at'], { state: QueueStateName.optional(), kind: QueueKindName.optional() }),
    data: z.array(QueueEntry),
    paged: true,
  }),
  outlook: endpoint({
    method: 'GET',
    path: '/api/v1/queue/outlook',
    access: 'user',
    summary: '现在排队创建实例：前面多少人，预计多久',
    description:
      'Returns how many would be ahead, and the expected wait in seconds, if the caller queued for a new instance now.',
    source: 'decided: product §4',
    query: z.object({ product_id: Id, gpu_num: z.coerce.number().int().min(1).max(8).default(1) }),
    data: QueueForecast,
  }),
  boot_outlook: endpoint({
    method: 'GET',
    path: '/api/v1/instance/:id/queue_outlook',
    access: 'user',
    owned: 'instance',
    summary: '现在排队开机：前面多少人，预计多久',
    description: 'Returns how many would be ahead, and the expected wait in seconds, if the instance queued for its start now.',
    source: 'decided: product §4',
    params: ById,
    data: QueueForecast,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/queue/:id',
    access: 'user',
    owned: 'queue_entry',
    summary: '一次排队',
    description: 'Returns one place in a queue with its position and expected wait in seconds.',
    source: 'decided: product §4',
    params: ById,
    data: QueueEntry,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/queue',
    access: 'user',
    idempotent: true,
    summary: '排队创建实例，轮到时自动下单',
    description:
      'Queues for a new instance; the order is placed by itself when cards are free and the price is within the maximum.',
    message: '已开始排队',
    source: 'decided: product §4',
    body: JoinForm.extend({ form: acceptPriceUnit(QueueForm) }),
    data: QueueEntry,
  }),
  boot: endpoint({
    method: 'POST',
    path: '/api/v1/instance/:id/queue',
    access: 'user',
    owned: 'instance',
    idempotent: true,
    summary: '排队开机，轮到时自动开机',
    description: 'Queues a stopped instance; it is started by itself when its cards are free.',
    message: '已开始排队',
    invalidates: ['queue'],
    source: 'decided: product §4',
    params: ById,
    body: JoinForm.extend({ accept_lost: AcceptLostDisks }),
    data: QueueEntry,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/v1/queue/:id/cancel',
    access: 'user',
    owned: 'queue_entry',
    idempotent: true,
    summary: '取消排队',
    description: 'Leaves the queue; the place is lost and nothing is charged.',
    message: '已取消排队',
    invalidates: ['instance/:id/queue_outlook'],
    source: 'decided: product §4',
    params: ById,
    data: QueueEntry,
  }),
}
