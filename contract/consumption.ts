import { z } from 'zod'
import { ChargeRule } from './charge-rule.ts'
import { endpoint } from './endpoint.ts'
import { exportEndpoints } from './export-tasks.ts'
import { MeteringSegment } from './instance.ts'
import { dayRange, listQuery } from './list.ts'
import { ById, Day, Id, Time, Yuan } from './scalars.ts'

/** Kinds of lines in 消费明细; each line is one day's share of the ledger rows of the same kind. */
export const consumptionKinds = {
  usage: '按量扣费',
  order: '订单支付',
  refund: '退款',
  late_fee: '滞纳金',
  llm_usage: '大模型用量',
} as const
export type ConsumptionKind = keyof typeof consumptionKinds
const ConsumptionKindName = z.enum(Object.keys(consumptionKinds) as [ConsumptionKind, ...ConsumptionKind[]])

const NamedRef = z.object({ id: Id, name: z.string() })

/** Daily consumption of one instance or of all LLM calls, or one posting of another kind. Refunds are negative. */
export const Consumption = z
  .object({
    id: Id,
    day: Day.meta({ description: '结算或支付的那一天，Asia/Shanghai' }),
    kind: ConsumptionKindName,
    title: z.string(),
    instance_id: Id.nullable(),
    instance_name: z.string().nullable(),
    product_id: Id.nullable(),
    product_name: z.string().nullable(),
    order_id: Id.nullable(),
    seconds: z.number().int().nullable().meta({ description: '按量扣费：这一天结算的秒数' }),
    amount: Yuan,
    cash: Yuan,
    voucher: Yuan.meta({ description: '由代金券抵扣的部分' }),
  })
  .meta({ id: 'Consumption' })
export type Consumption = z.infer<typeof Consumption>

const consumptionFilters = {
  instance_id: Id.optional(),
  product_id: Id.optional(),
  kind: ConsumptionKindName.optional(),
  ...dayRange,
}

const DayCharge = z.object({
  from_s: z.number().int(),
  to_s: z.number().int(),
  amount: Yuan,
  voucher: Yuan,
  cash: Yuan,
  at: Time.meta({ description: '结算时间，决定算在哪一天' }),
  transaction_id: z.string().nullable(),
})

/** A metering segment with only the charges settled on one day. */
export const DaySegment = MeteringSegment.pick({
  id: true,
  started_at: true,
  ended_at: true,
  price_hour: true,
  image_price_hour: true,
  carried_in: true,
}).extend({
  charges: z.array(DayCharge),
})
export type DaySegment = z.infer<typeof DaySegment>

const ConsumptionShare = z.object({ id: Id.nullable(), name: z.string(), amount: Yuan })

/** How long the money lasts at the current rate, including automatic renewals of packages. */
export const MoneyForecast = z
  .object({
    available: Yuan.meta({ description: '可用余额减去未结算的费用' }),
    burn_hour: Yuan,
    until: Time.nullable().meta({ description: '约用到这一刻；null：没有消耗，或超出所看的天数' }),
    reason: z.enum(['idle', 'beyond', 'balance', 'renewal']),
    renewals: z.array(z.object({ instance_id: Id, name: z.string(), at: Time, amount: Yuan, covered: z.boolean() })),
    lapsing: z
      .array(z.object({ instance_id: Id, name: z.string(), charge_rule: ChargeRule, at: Time, policy: z.enum(['stop', 'hour']) }))
      .meta({ description: '到期不自动续费的套餐，早的在前；到期之后的费用不在推算之内' }),
  })
  .meta({ id: 'MoneyForecast' })
export type MoneyForecast = z.infer<typeof MoneyForecast>

/**
 * How a day's spending is counted: `paid` as the ledger took it, `used` with the price of a package spread over the time it
 * bought (docs/decisions/085).
 */
export const SpendBasis = z.enum(['paid', 'used'])
export type SpendBasis = z.infer<typeof SpendBasis>

/** An order for a package, and how much of its price falls into the days shown. */
const SpreadPackage = z.object({
  order_id: Id,
  instance_id: Id,
  name: z.string(),
  from: Time,
  to: Time.meta({ description: '买到的时间的终点；提前转为按量或释放的，到那一刻为止' }),
  amount: Yuan.meta({ description: '付款减退款' }),
  used: Yuan.meta({ description: '折算到所看的这些天里，至今' }),
})
export type SpreadPackage = z.infer<typeof SpreadPackage>

/** Days that the spending of each day is shown for. */
export const dailySpendDays = ['7', '30'] as const
/** Instances named in the spending of each day; the model API counts as one, and the rest is one sum. */
export const dailySpendSubjectsMax = 5

/** What money was spent on: an instance, the model API, or all the rest. */
const SpendSubject = z.object({ kind: z.enum(['instance', 'llm', 'rest']), id: Id.nullable(), name: z.string() })
export type SpendSubject = z.infer<typeof SpendSubject>

const read = { method: 'GET', access: 'user', source: 'decided: product §5' } as const

export const consumption = {
  list: endpoint({
    ...read,
    path: '/api/v1/consumption/list',
    summary: '消费明细：按天与实例',
    description: 'Lists what the caller spent, one line for each day and instance, newest first.',
    query: listQuery(['day', 'amount'], consumptionFilters),
    data: z.array(Consumption),
    paged: true,
  }),
  sum: endpoint({
    ...read,
    path: '/api/v1/consumption/sum',
    summary: '符合条件的消费合计',
    description: 'Returns the sums of the matching spending in yuan; unsettled charges are given apart.',
    query: z.object(consumptionFilters),
    data: z.object({
      count: z.number().int(),
      amount: Yuan,
      cash: Yuan,
      voucher: Yuan,
      usage: Yuan.meta({ description: '其中按量扣费的部分，可以验算' }),
      unsettled: Yuan.meta({ description: '运行中尚未结算的费用，不在以上各项之内' }),
    }),
  }),
  ...exportEndpoints({
    path: '/api/v1/consumption/export',
    kind: 'consumption',
    rows: 'lines of spending',
    filters: z.object(consumptionFilters),
  }),
  subjects: endpoint({
    ...read,
    path: '/api/v1/consumption/subject',
    summary: '产生过消费的实例与产品，已释放的也在内',
    description: 'Lists the instances and products that anything was spent on, released ones included.',
    data: z.object({ instances: z.array(NamedRef), products: z.array(NamedRef) }),
  }),
  segments: endpoint({
    ...read,
    path: '/api/v1/consumption/segment',
    summary: '一台实例在一天里结算的计费段与逐笔扣费',
    description: 'Returns the billing segments of an instance with the charges settled on one day.',
    query: z.object({ instance_id: Id, day: Day }),
    data: z.array(DaySegment),
  }),
  bill: endpoint({
    ...read,
    path: '/api/v1/consumption/bill/:id',
    owned: 'instance',
    summary: '一台实例的全部计费段，旧的在前，用于验算；已释放的也可查',
    description: 'Lists all billing segments of an instance, oldest first, even after it was released.',
    params: ById,
    query: listQuery(['started_at']),
    data: z.array(MeteringSegment),
    paged: true,
  }),
  daily: endpoint({
    ...read,
    path: '/api/v1/consumption/daily',
    summary: '近 7 或 30 天每天在各实例上的消费，余额约用到何时',
    description:
      'Returns the spending of each of the last 7 or 30 days, split by the five largest instances and the rest, and how long the balance lasts.',
    source: 'decided: docs/decisions/080',
    query: z.object({
      days: z.enum(dailySpendDays).default('7'),
      basis: SpendBasis.default('paid').meta({ description: 'paid：按付款；used：套餐按购买的时间折算' }),
    }),
    data: z.object({
      total: Yuan,
      unsettled: Yuan.meta({ description: '运行中尚未结算的费用，不在各天之内' }),
      subjects: z.array(SpendSubject).meta({ description: '花费多的在前，其余最后' }),
      days: z.array(
        z.object({
          day: Day,
          total: Yuan,
          amounts: z.array(Yuan).meta({ description: '与 subjects 逐项对应' }),
          packages: Yuan.meta({ description: '其中由套餐折算的；按付款时为 0' }),
        }),
      ),
      has_packages: z.boolean().meta({ description: '这些天里有没有套餐；没有则两种算法相同' }),
      forecast: MoneyForecast,
    }),
  }),
  overview: endpoint({
    ...read,
    path: '/api/v1/consumption/overview',
    summary: '费用总览：近 30 天每天、各实例、各产品的消费，余额约用到何时',
    description: 'Returns the spending of the last 30 days by day, instance and product, and how long the balance lasts.',
    data: z.object({
      today: Yuan,
      month: Yuan.meta({ description: '本月至今' }),
      total: Yuan.meta({ description: '近 30 天' }),
      unsettled: Yuan,
      days: z.array(
        z.object({
          day: Day,
          usage: Yuan.meta({ description: '按量扣费与大模型用量' }),
          orders: Yuan.meta({ description: '订单与滞纳金，已减去退款' }),
          packages: Yuan.meta({ description: '套餐按时间折算到这一天的部分' }),
          late_fees: Yuan.meta({ description: 'orders 中的滞纳金' }),
        }),
      ),
      used: Yuan.meta({ description: '近 30 天按使用折算：按量扣费、大模型用量、滞纳金与套餐折算' }),
      packages: z.array(SpreadPackage).meta({ description: '折算到这 30 天里的套餐，早的在前' }),
      periods: z
        .array(z.object({ days: z.number().int(), amount: Yuan, before: Yuan }))
        .meta({ description: '近 7 天、近 30 天的消费，与再之前同样多的天数' }),
      instances: z.array(ConsumptionShare),
      products: z.array(ConsumptionShare),
      forecast: MoneyForecast,
    }),
  }),
}
