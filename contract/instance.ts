import { z } from 'zod'
import { Capabilities } from './capabilities.ts'
import { priceUnitFields } from './charge-rule.ts'
import { ExpiryPolicyName } from './expiry.ts'
import { StopRule } from './guards.ts'
import { type InstanceStatus, instanceStatuses } from './instance-actions.ts'
import { Id, Time, Yuan } from './scalars.ts'

export { ChargeRule, chargeRules } from './charge-rule.ts'

const statuses = Object.keys(instanceStatuses).map(Number) as InstanceStatus[]
export const InstanceStatusCode = z.literal(statuses)

export const GpuMode = z.enum(['gpu', 'none'])
export type GpuMode = z.infer<typeof GpuMode>

export const DiskKind = z.enum(['system', 'data'])
export type DiskKind = z.infer<typeof DiskKind>
const diskNames = { system: '系统盘', data: '数据盘（/workspace）' } as const satisfies Record<DiskKind, string>
/** Disks whose loss the owner accepts when booting: an instance never gets an empty disk without the owner being told. */
export const AcceptLostDisks = z
  .array(DiskKind)
  .max(2)
  .optional()
  .meta({ description: '知道这些磁盘已丢失，以空盘开机；须包含 lost_disks 的全部' })
/** `系统盘和数据盘（/workspace）` */
export const formatDisks = (disks: readonly DiskKind[]): string => disks.map((disk) => diskNames[disk]).join('和')

/** A long-running task: in status 30 or 31, and on a clone that waits for its disks. */
export const InstanceTask = z
  .object({
    kind: z.enum(['save_image', 'migrate', 'clone']),
    percent: z.number().int(),
    started_at: Time,
  })
  .meta({ id: 'InstanceTask' })

/** Progress of pulling the image for a boot to the host. */
export const ImagePull = z
  .object({
    percent: z.number().int().min(0).max(99).meta({ description: '只增不减，重试时也不退回' }),
    done_bytes: z.number().int().nullable().meta({ description: '已下载；引擎没有说时为空' }),
    total_bytes: z.number().int().nullable().meta({ description: '全部各层都知道大小之后才有' }),
    last_error: z.string().nullable().meta({ description: '最近一次尝试失败的原因；又有进展时为空' }),
    retry_at: Time.nullable().meta({ description: '失败之后何时重试；一直没有进展才会停止' }),
  })
  .meta({ id: 'ImagePull' })
export type ImagePull = z.infer<typeof ImagePull>

/** What is wrong with a card that an instance holds. */
const SickGpu = z
  .object({
    reason: z.string(),
    since: Time,
    replaceable: z.boolean().meta({ description: '已停售：关机再开机时换一张；否则可能是暂时的，平台还在观察' }),
  })
  .meta({ id: 'SickGpu' })

/** The spec's "Activity instance row" (§3), extended; `instance_name` is the id, `nick_name` the name given by the owner. */
export const Instance = z
  .object({
    id: Id,
    instance_name: Id,
    nick_name: z.string(),
    status: InstanceStatusCode,
    reason: z.string().nullable().meta({ description: '最近一次停止或异常的原因' }),
    image: z.string(),
    image_id: Id,
    flavor: z.object({
      gpu_type: z.string(),
      gpu_num: z.number().int(),
      cpu_type: z.string(),
      cpu: z.number().int(),
      memory: z.number().int(),
      sys_disk: z.number().int(),
      data_disk: z.number().int(),
      vram: z.number().int(),
    }),
    ...priceUnitFields,
    gpu_mode: GpuMode.meta({ description: 'none 为无卡开机：规格仍是租用的规格，按无卡价格计费' }),
    price_hour: Yuan.meta({ description: '有卡运行时每小时的价格；包日、包周为折合价' }),
    image_price_hour: Yuan.meta({ description: 'price_hour 之中镜像的价格；无卡开机不收' }),
    cost: Yuan.meta({ description: '至今的费用，含未结算部分' }),
    region_id: Id,
    region_name: z.string(),
    product_id: Id,
    auto_stop_time: Time.nullable().meta({ description: '最早的已知停止：定时、每周计划、消费上限、套餐到期' }),
    auto_stop_rule: StopRule.nullable(),
    release_at: Time.nullable().meta({ description: '停用的实例何时释放' }),
    expire_at: Time.nullable(),
    expiry_policy: ExpiryPolicyName.meta({ description: '套餐到期之后怎么办；按量计费恒为 stop' }),
    renew_quantity: z.number().int().meta({ description: '自动续费每次几天或几周' }),
    created_at: Time,
    started_at: Time.nullable().meta({ description: '本次运行的开始' }),
    stopped_at: Time.nullable(),
    task: InstanceTask.nullable(),
    pull: ImagePull.nullable().meta({ description: '创建或开机正在拉取镜像时，它到了多少' }),
    sick_gpu: SickGpu.nullable().meta({ description: '它占用的 GPU 有故障；实例不会因此被关机' }),
    unseen_since: Time.nullable().meta({ description: '主机从何时起失联；此时状态未知，费用停在最后一次见到它时' }),
    lost_disks: z.array(DiskKind).meta({ description: '在主机上丢失的磁盘；开机须在 accept_lost 中逐一确认，丢失的以空盘代替' }),
    simulated: z.boolean(),
    capabilities: Capabilities.meta({ description: '所在的主机能做什么；做不到的，对应的操作会被拒绝' }),
  })
  .meta({ id: 'Instance' })
export type Instance = z.infer<typeof Instance>

export const eventActorLabels = { user: '用户', operator: '平台运营', system: '系统' } as const

export const InstanceEvent = z
  .object({
    id: Id,
    at: Time,
    actor: z.enum(Object.keys(eventActorLabels) as (keyof typeof eventActorLabels)[]),
    kind: z.string().meta({ description: 'status | step | rename | order' }),
    title: z.string(),
    detail: z.string().nullable(),
    status: InstanceStatusCode.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'InstanceEvent' })

/** A step of creation or boot, with timestamps. */
export const InstanceStep = z.object({
  key: z.enum(['schedule', 'image', 'create', 'boot', 'ready']),
  title: z.string(),
  state: z.enum(['wait', 'process', 'finish', 'error']),
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
  detail: z.string().nullable(),
})

/** One uninterrupted run at one price; amounts follow F(s) = floor(price × s / 3600) in 分 (product §5). */
export const MeteringSegment = z
  .object({
    id: Id,
    started_at: Time,
    ended_at: Time.nullable(),
    seconds: z.number().int(),
    price_hour: Yuan.meta({ description: 'GPU、数据盘与镜像合计' }),
    image_price_hour: Yuan.meta({ description: '其中镜像的价格；没有时为 0.00' }),
    amount: Yuan,
    settled: Yuan,
    carried_in: z.string().meta({ description: '从上一段带入的不足 1 分的部分，单位 1e-6 元·秒/小时' }),
    charges: z.array(
      z.object({
        from_s: z.number().int(),
        to_s: z.number().int(),
        amount: Yuan,
        voucher: Yuan.meta({ description: '其中由代金券支付的部分' }),
        at: Time,
        transaction_id: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Segment' })
