import { z } from 'zod'
import { acceptPriceUnit, priceUnitFields } from './charge-rule.ts'
import { endpoint } from './endpoint.ts'
import { DatasetVersionIds } from './instance-datasets.ts'
import { ChargeRule } from './instances.ts'
import { limits } from './limits.ts'
import { dayRange, Keyword, listQuery } from './list.ts'
import { ById, Id, Name, Time, Yuan } from './scalars.ts'

/** Choices of a user on /create-instance. */
export const CreateInstanceForm = z.object({
  product_id: Id,
  gpu_num: z.number().int().min(1, '至少 1 张卡').max(8, '最多 8 张卡'),
  image_id: Id,
  data_disk: z
    .number({ error: '请输入数据盘大小' })
    .int('数据盘须为整数 GB')
    .min(limits.freeDataDiskGb, `数据盘至少 ${limits.freeDataDiskGb} GB`)
    .max(limits.dataDiskMaxGb, `数据盘最多 ${limits.dataDiskMaxGb} GB`),
  secret_key_id: Id.nullable().default(null),
  charge_rule: ChargeRule,
  quantity: z.number().int().min(1, '至少 1').max(52, '最多 52').default(1).meta({ description: '天数或周数；按量计费恒为 1' }),
  nick_name: Name(limits.instanceNameMax, '实例名称'),
  clone: z
    .object({ instance_id: Id, copy_data: z.boolean() })
    .optional()
    .meta({ description: '克隆：系统盘取自这台已关机的实例，image_id 须与它相同' }),
  activity_id: Id.optional().meta({ description: '以这个活动的价格购买；计费方式与数量须是活动的' }),
  coupon_id: Id.optional().meta({ description: '使用这张优惠券；按量计费下单时不付款，用不上' }),
  data_set_version_ids: DatasetVersionIds.optional().meta({ description: '只读挂载的数据集版本；克隆时不填则与原实例相同' }),
})
export type CreateInstanceForm = z.infer<typeof CreateInstanceForm>

/** A signed price, valid for ten minutes; an order refers to it (product §3). */
export const Quote = z
  .object({
    token: z.string(),
    expires_at: Time,
    /** Charged to the balance when the order is placed. */
    amount: Yuan,
    price_hour: Yuan.meta({ description: '运行时每小时，已乘卡数并含数据盘' }),
    lines: z.array(z.object({ title: z.string(), detail: z.string(), amount: Yuan })),
    payment: z
      .array(z.object({ title: z.string(), detail: z.string(), amount: Yuan }))
      .optional()
      .meta({ description: '怎样支付：代金券多少，余额多少' }),
    activity: z
      .object({ id: Id, title: z.string(), origin_amount: Yuan.meta({ description: '不参与活动时的价格' }) })
      .optional()
      .meta({ description: '报价所依据的活动' }),
    starts: z.string(),
    stops: z.string(),
    data_note: z.string(),
    gaps: z.array(z.string()).meta({ description: '可能租到的主机做不到的，下单之前就说；没有则为空' }),
    balance: Yuan,
    /** Minimum balance for the order to be accepted. */
    required: Yuan,
    enough: z.boolean(),
    in_stock: z.boolean(),
    real_name_passed: z.boolean(),
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>

export const orderStatuses = {
  pending: '待支付',
  paid: '已支付',
  done: '已完成',
  cancelled: '已取消',
  refunded: '已退款',
} as const
export type OrderStatus = keyof typeof orderStatuses

export const orderKinds = {
  create_instance: '创建实例',
  activity: '活动',
  renew: '续费',
  lift: '升降配置',
  convert: '转换计费',
} as const
export type OrderKind = keyof typeof orderKinds
const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K, ...K[]]

export const Order = z
  .object({
    id: Id,
    kind: z.enum(keysOf(orderKinds)).meta({ description: 'activity：以活动价为已有实例购买时长' }),
    title: z.string(),
    status: z.enum(keysOf(orderStatuses)),
    amount: Yuan.meta({ description: '优惠之后应付或已付，含代金券' }),
    discount: Yuan.meta({ description: '优惠券减去的部分，不在 amount 之内' }),
    voucher: Yuan.meta({ description: 'amount 中由代金券支付的部分；待支付时为 0' }),
    refunded: Yuan.meta({ description: '已退回余额的部分' }),
    ...priceUnitFields,
    quantity: z.number().int(),
    instance_id: Id.nullable(),
    instance_name: z.string().nullable(),
    created_at: Time,
    paid_at: Time.nullable(),
    expires_at: Time.nullable().meta({ description: '待支付的订单在此时关闭' }),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

/** Why an unpaid order was closed: by its owner, by timeout, or because its instance was released before its first run. */
export const orderCloseReasons = { user: '已由你取消', time: '超时未支付，已自动取消', unused: '实例没有运行过就已释放' } as const

export const OrderRefund = z
  .object({
    id: Id,
    cash: Yuan,
    voucher: Yuan.meta({ description: '退回代金券的部分' }),
    reason: z.string(),
    at: Time,
  })
  .meta({ id: 'OrderRefund' })

export const OrderDetail = Order.extend({
  price_version: z.number().int().meta({ description: '成交时的价格版本，之后的调价不改变它' }),
  closed_by: z.enum(keysOf(orderCloseReasons)).nullable(),
  closed_at: Time.nullable(),
  lacks: Yuan.nullable().meta({ description: '待支付：余额还差多少；够付为 null' }),
  entries: z
    .array(z.object({ id: Id, title: z.string(), wallet: z.enum(['cash', 'voucher']), amount: Yuan, at: Time }))
    .meta({ description: '这个订单在收支明细里的每一行' }),
  refunds: z.array(OrderRefund),
  back_now: z
    .object({ amount: Yuan, how: z.string(), why: z.string() })
    .meta({ description: '现在退订能退多少、怎样退、为什么' }),
}).meta({ id: 'OrderDetail' })
export type OrderDetail = z.infer<typeof OrderDetail>

const orderBase = { access: 'user', owned: 'order', params: ById } as const

export const orders = {
  quote: endpoint({
    method: 'POST',
    path: '/api/v1/quote',
    access: 'user',
    summary: '创建实例的报价',
    description: 'Quotes the price of a new instance; the quote is valid for ten minutes and reserves no GPU.',
    source: 'decided: product §3',
    body: acceptPriceUnit(CreateInstanceForm),
    data: Quote,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/order',
    access: 'user',
    idempotent: true,
    summary: '按报价下单；同一报价只成一单',
    description:
      'Places the quoted order, charges the balance and starts creating the instance; one quote makes one order at most.',
    message: '已下单，正在创建实例',
    source: 'decided: product §3',
    body: z.object({ quote: z.string().min(1).max(4096) }),
    data: Order,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/v1/order/pending',
    access: 'user',
    idempotent: true,
    summary: '把包日、包周的报价保存为待支付订单：15 分钟内按这个价格支付，不预留 GPU',
    description: 'Saves a daily or weekly quote as an unpaid order, payable at that price for 15 minutes; reserves no GPU.',
    message: '订单已保存，请在 15 分钟内支付',
    source: 'decided: product §5',
    body: z.object({ quote: z.string().min(1).max(4096) }),
    data: Order,
  }),
  pay: endpoint({
    ...orderBase,
    method: 'POST',
    path: '/api/v1/order/:id/pay',
    idempotent: true,
    summary: '支付一个待支付的订单：重新检查库存，按报价时的价格版本成交',
    description:
      'Pays a pending order at its quoted price from the balance, after checking stock again, and creates the instance.',
    message: '已支付，正在创建实例',
    invalidates: ['instance', 'wallet'],
    source: 'decided: product §5',
    data: Order,
  }),
  cancel: endpoint({
    ...orderBase,
    method: 'POST',
    path: '/api/v1/order/:id/cancel',
    idempotent: true,
    summary: '取消一个待支付的订单',
    description: 'Cancels a pending order, for which nothing has been charged.',
    message: '已取消订单',
    source: 'decided: product §5',
    data: Order,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/order/list',
    access: 'user',
    summary: '我的订单',
    description: "Lists the caller's orders, newest first.",
    source: 'decided: product §5',
    query: listQuery(['created_at', 'amount'], {
      keyword: Keyword,
      status: Order.shape.status.optional(),
      kind: Order.shape.kind.optional(),
      ...dayRange,
    }),
    data: z.array(Order),
    paged: true,
  }),
  get: endpoint({
    ...orderBase,
    method: 'GET',
    path: '/api/v1/order/:id',
    summary: '订单详情：付了什么，能退多少，退过什么',
    description: 'Returns one order: what was paid, its ledger entries, its refunds and what could be refunded now.',
    source: 'decided: product §5',
    data: OrderDetail,
  }),
}
