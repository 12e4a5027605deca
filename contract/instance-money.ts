import { z } from 'zod'
import { DiscountType } from './activities.ts'
import { acceptPriceUnit, ChargeRule, priceUnitFields } from './charge-rule.ts'
import { endpoint, longBodyMaxBytes } from './endpoint.ts'
import { ExpiryPolicy } from './expiry.ts'
import { limits } from './limits.ts'
import { Order } from './orders.ts'
import { ById, Id, Time, Yuan } from './scalars.ts'

const Quantity = z.number({ error: '请输入数量' }).int('数量须为整数').min(1, '至少 1').max(limits.periodQuantityMax, '最多 52')
const Token = z.string().min(1).max(65_536)
const QuoteLine = z.object({
  title: z.string(),
  detail: z.string().meta({ description: '怎样算出来的' }),
  amount: Yuan.meta({ description: '正数支付，负数退回' }),
})

/** Configuration and price of an instance, before or after a change. */
export const InstanceTerms = z.object({
  ...priceUnitFields,
  price_hour: Yuan,
  expire_at: Time.nullable(),
  gpu_type: z.string(),
  gpu_num: z.number().int(),
  cpu: z.number().int(),
  memory: z.number().int(),
  data_disk: z.number().int(),
})
export type InstanceTerms = z.infer<typeof InstanceTerms>

const quoteFields = {
  token: Token,
  expires_at: Time,
  balance: Yuan,
  voucher: Yuan.meta({ description: '要付的钱里由代金券支付的部分' }),
  balance_after: Yuan.meta({ description: '成交之后的余额' }),
  required: Yuan.meta({ description: '余额须达到多少才能成交' }),
  enough: z.boolean(),
  real_name_passed: z.boolean(),
  data_note: z.string(),
}

/** A change of one instance with its cost or refund right now. Valid for ten minutes; the order recomputes the elapsed time. */
export const ChangeQuote = z
  .object({
    ...quoteFields,
    pay: Yuan,
    back: Yuan.meta({ description: '退回余额' }),
    lines: z.array(QuoteLine),
    before: InstanceTerms,
    after: InstanceTerms,
    settle_note: z.string().meta({ description: '之前的费用如何结清，钱何时付' }),
    in_stock: z.boolean().meta({ description: '需要占卡而主机没有时为 false' }),
  })
  .meta({ id: 'ChangeQuote' })
export type ChangeQuote = z.infer<typeof ChangeQuote>

export const RenewForm = z.object({
  ids: z.array(Id).min(1, '请选择实例').max(limits.bulkMax, `一次最多 ${limits.bulkMax} 台`),
  charge_rule: DiscountType,
  quantity: Quantity,
})
export type RenewForm = z.infer<typeof RenewForm>

/** One instance in a renewal: its price and new expiry, or why it cannot be renewed. */
export const RenewLine = z.object({
  id: Id,
  nick_name: z.string(),
  ok: z.boolean(),
  code: z.string(),
  message: z.string().meta({ description: '不能续费的原因' }),
  amount: Yuan,
  lines: z.array(QuoteLine),
  expire_at: Time.nullable(),
  expire_after: Time.nullable(),
})
export type RenewLine = z.infer<typeof RenewLine>

export const RenewQuote = z
  .object({
    ...quoteFields,
    amount: Yuan.meta({ description: '可以续费的实例合计' }),
    count: z.number().int().meta({ description: '可以续费的台数' }),
    rows: z.array(RenewLine),
  })
  .meta({ id: 'RenewQuote' })
export type RenewQuote = z.infer<typeof RenewQuote>

/** Target configurations of an instance, with the reason for each that is not available. */
export const ResizeOptions = z
  .object({
    why_not: z.string().nullable().meta({ description: '现在不能升降配置的原因' }),
    products: z.array(
      z.object({
        product_id: Id,
        name: z.string(),
        gpu_type: z.string(),
        vram: z.number().int(),
        price_hour: Yuan.meta({ description: '按量计费每卡每小时' }),
        gpu_max: z.number().int().meta({ description: '在这台实例的主机上最多几张卡；0 为主机上没有这种卡' }),
        gpu_free: z.number().int().meta({ description: '其中现在可用的，含这台实例占着的' }),
      }),
    ),
    data_disk_max: z.number().int(),
    migrate: z
      .object({ host_id: Id, gpu_free: z.number().int() })
      .nullable()
      .meta({ description: '空闲卡更多的另一台主机，可以先迁移过去' }),
  })
  .meta({ id: 'LiftOptions' })
export type ResizeOptions = z.infer<typeof ResizeOptions>

export const ResizeForm = z.object({
  product_id: Id,
  gpu_num: z.number({ error: '请选择卡数' }).int('卡数须为整数').min(1, '至少 1 张卡').max(8, '最多 8 张卡'),
  data_disk: z
    .number({ error: '请输入数据盘大小' })
    .int('数据盘须为整数 GB')
    .min(limits.freeDataDiskGb, `数据盘至少 ${limits.freeDataDiskGb} GB`)
    .max(limits.dataDiskMaxGb, `数据盘最多 ${limits.dataDiskMaxGb} GB`),
})
export type ResizeForm = z.infer<typeof ResizeForm>

export const ConvertBillingForm = z.object({
  charge_rule: ChargeRule,
  quantity: Quantity.default(1).meta({ description: '天数或周数；按量计费恒为 1' }),
})
export type ConvertBillingForm = z.infer<typeof ConvertBillingForm>

/** The created order and the refund to the balance. */
export const InstanceChangeResult = z.object({ order: Order, back: Yuan })

const instanceBase = { access: 'user', owned: 'instance', params: ById } as const
const QuoteForm = z.object({ quote: Token })

export const instanceMoney = {
  renew_quote: endpoint({
    method: 'POST',
    path: '/api/v1/instance/renew_quote',
    access: 'user',
    summary: '续费一台或多台实例的报价，逐台给出价格或不能续费的原因',
    description: 'Quotes the renewal of up to 100 instances, with a price or a reason against it for each.',
    source: 'decided: product §4, §5',
    body: acceptPriceUnit(RenewForm),
    data: RenewQuote,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/v1/instance/renew',
    access: 'user',
    idempotent: true,
    summary: '按报价续费，逐台成单；没有成功的不扣款',
    description: 'Renews instances by a quote, with an order and a result for each; what fails is not charged.',
    message: '已续费',
    invalidates: ['order', 'wallet'],
    source: 'decided: product §4, §5',
    body: QuoteForm.extend({ expiry: ExpiryPolicy.optional().meta({ description: '续费成功的实例改用这个到期策略' }) }),
    maxBodyBytes: longBodyMaxBytes,
    data: z.array(z.object({ id: Id, ok: z.boolean(), code: z.string(), message: z.string(), order: Order.nullable() })),
  }),
  lift_options: endpoint({
    ...instanceBase,
    method: 'GET',
    path: '/api/v1/instance/:id/lift',
    summary: '能改成什么配置',
    description: 'Lists the products and sizes an instance can be changed into, or why it cannot be changed.',
    source: 'decided: product §4',
    data: ResizeOptions,
  }),
  lift_quote: endpoint({
    ...instanceBase,
    method: 'POST',
    path: '/api/v1/instance/:id/lift_quote',
    summary: '升降配置的报价',
    description: 'Quotes another GPU model, card count or data disk: what is to be paid or given back now.',
    source: 'decided: product §5',
    body: ResizeForm,
    data: ChangeQuote,
  }),
  lift: endpoint({
    ...instanceBase,
    method: 'POST',
    path: '/api/v1/instance/:id/lift',
    idempotent: true,
    summary: '按报价升降配置；同一报价只成一单',
    description: 'Changes the configuration by a quote, from the next start; one quote makes one order at most.',
    message: '配置已更改，下次开机生效',
    invalidates: ['order', 'wallet'],
    source: 'decided: product §5',
    body: QuoteForm,
    maxBodyBytes: longBodyMaxBytes,
    data: InstanceChangeResult,
  }),
  convert_quote: endpoint({
    ...instanceBase,
    method: 'POST',
    path: '/api/v1/instance/:id/convert_quote',
    summary: '转换计费的报价',
    description: 'Quotes a change between pay-as-you-go and a daily or weekly package.',
    source: 'decided: product §5',
    body: acceptPriceUnit(ConvertBillingForm),
    data: ChangeQuote,
  }),
  convert: endpoint({
    ...instanceBase,
    method: 'POST',
    path: '/api/v1/instance/:id/convert',
    idempotent: true,
    summary: '按报价转换计费；同一报价只成一单',
    description: 'Changes how an instance is billed by a quote, without interrupting it; one quote makes one order at most.',
    message: '已转换计费',
    invalidates: ['order', 'wallet'],
    source: 'decided: product §5',
    body: QuoteForm,
    maxBodyBytes: longBodyMaxBytes,
    data: InstanceChangeResult,
  }),
}
