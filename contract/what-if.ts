import { z } from 'zod'
import { priceUnitFields } from './charge-rule.ts'
import { endpoint } from './endpoint.ts'
import { InstanceStatusCode } from './instance.ts'
import { Day, Id, Yuan } from './scalars.ts'

/** Ways in which the last 30 days could have been paid (docs/decisions/078). */
export const whatIfPlans = {
  hour: '按量',
  day: '包日',
  week: '包周',
  smaller: '更小规格',
  idle_stop: '闲置关机',
  no_gpu: '无卡开机',
} as const
export type WhatIfPlan = keyof typeof whatIfPlans
const WhatIfPlanName = z.enum(Object.keys(whatIfPlans) as [WhatIfPlan, ...WhatIfPlan[]])

/** Minutes of idleness after which 闲置关机 is reckoned to stop. */
export const IdleMinutes = z.enum(['10', '30', '60'])
export type IdleMinutes = z.infer<typeof IdleMinutes>
/** GPU use in percent below which an instance counts as idle: the usual threshold of the guard. */
export const whatIfIdlePercent = 5
export const whatIfInstancesMax = 50

/** What one instance would have cost under one plan, at today's list prices. */
export const WhatIfLine = z.object({
  plan: WhatIfPlanName,
  amount: Yuan.nullable().meta({ description: '算不出时为 null' }),
  current: z.boolean().meta({ description: '现在就是这样' }),
  why_not: z.string().nullable().meta({ description: '现在不能选它的原因' }),
  reckoning: z.array(z.object({ title: z.string(), detail: z.string(), amount: Yuan })),
})
export type WhatIfLine = z.infer<typeof WhatIfLine>

export const WhatIfInstance = z
  .object({
    id: Id,
    name: z.string(),
    gpu_type: z.string(),
    gpu_num: z.number().int(),
    ...priceUnitFields,
    status: InstanceStatusCode,
    released: z.boolean(),
    idle: z
      .object({ percent: z.number().int(), minutes: z.number().int() })
      .nullable()
      .meta({ description: '现在设着的闲置关机' }),
    smaller_gpu_num: z.number().int().nullable().meta({ description: '更小规格的卡数；只有 1 张卡时为 null' }),
    actual: Yuan.meta({ description: '近 30 天的实际扣费，已减去退款，与消费明细一致' }),
    used: Yuan.meta({ description: '其中用在这 30 天里的：按量扣费，加上套餐按时间折算的部分；各方案与它相比' }),
    run_seconds: z.number().int().meta({ description: '运行的秒数，未结算的不计' }),
    lines: z.array(WhatIfLine).meta({ description: '每种方案一行，次序固定' }),
    best: WhatIfPlanName.nullable().meta({ description: '现在能选的之中最省的；没有更省的为 null' }),
    save: Yuan.meta({ description: '选最省的方案少花多少；没有更省的为 0' }),
  })
  .meta({ id: 'WhatIfInstance' })
export type WhatIfInstance = z.infer<typeof WhatIfInstance>

export const WhatIf = z
  .object({
    from: Day,
    to: Day,
    total: Yuan.meta({ description: '近 30 天的全部消费，与费用总览一致' }),
    used: Yuan.meta({ description: '列出的实例用在这 30 天里的' }),
    best: Yuan.meta({ description: '每台都选最省的方案' }),
    save: Yuan,
    instances: z.array(WhatIfInstance),
    rest: z
      .object({ count: z.number().int(), amount: Yuan })
      .meta({ description: `消费最多的 ${whatIfInstancesMax} 台之外的实例，不测算` }),
    others: Yuan.meta({ description: '不属于某台实例的消费：大模型用量、滞纳金' }),
    plans: z
      .array(z.object({ plan: WhatIfPlanName, amount: Yuan, count: z.number().int() }))
      .meta({ description: '能选的 count 台都选它、其余照旧，一共多少' }),
  })
  .meta({ id: 'WhatIf' })
export type WhatIf = z.infer<typeof WhatIf>

export const whatIf = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/what_if',
    access: 'user',
    summary: '省钱测算：近 30 天换成别的计费方案各是多少钱',
    description:
      'Recomputes the last 30 days of each instance under other plans at current list prices, and names the cheapest that can be taken now.',
    source: 'decided: product §5',
    query: z.object({
      idle_minutes: IdleMinutes.default('30').meta({ description: '闲置关机：GPU 使用率连续低于 5% 多少分钟后关机' }),
    }),
    data: WhatIf,
  }),
}
