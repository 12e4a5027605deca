import { z } from 'zod'
import { ArtPattern } from './banners.ts'
import { chargeRules, PriceUnit, priceUnitFields } from './charge-rule.ts'
import { endpoint } from './endpoint.ts'
import { Instance, InstanceStatusCode } from './instance.ts'
import { Order } from './orders.ts'
import { ById, Id, Time, Yuan } from './scalars.ts'

/**
 * Periods an activity can discount: prepaid days or weeks. Pay-as-you-go is excluded because it has no end (docs/decisions/025).
 */
export const DiscountType = z.enum(['day', 'week'])
export type DiscountType = z.infer<typeof DiscountType>
export const discountTypes = { day: chargeRules.day, week: chargeRules.week } as const satisfies Record<DiscountType, string>

/** Who may take part; everybody needs a verified name (requirements §1). `new`: users without any order. */
export const activityAudiences = { all: '所有用户', new: '新用户' } as const
export type ActivityAudience = keyof typeof activityAudiences
export const ActivityAudience = z.enum(Object.keys(activityAudiences) as [ActivityAudience, ...ActivityAudience[]])

/** Product ids, comma-separated as in the spec. */
const ProductIds = z
  .string()
  .max(1000)
  .regex(/^[A-Za-z0-9-]{1,64}(,[A-Za-z0-9-]{1,64}){0,49}$/, '产品编号格式有误')

/** requirements §3 "Activity banner"; if `image` is empty, the site draws `art`. */
export const Activity = z
  .object({
    id: Id,
    image: z.string(),
    art: ArtPattern,
    activity_title: z.string(),
    activity_content: z.string(),
    product_data: z.object({
      product_id: z.string().meta({ description: '产品编号，逗号分隔' }),
      discount_type: DiscountType,
      price_unit: PriceUnit,
    }),
    period: z.number().int().meta({ description: '一份的天数或周数' }),
    percent: z.number().int().meta({ description: '单价按现行价格的百分之几，80 即 8 折' }),
    audience: ActivityAudience,
    per_user: z.number().int().meta({ description: '每人最多几份' }),
    remaining: z.number().int().nullable().meta({ description: '剩余份数；空为不限' }),
    price_from: Yuan.meta({ description: '一张卡一份，参与产品中最低的活动价' }),
    origin_from: Yuan.meta({ description: '同一产品不参与活动的价格' }),
    starts_at: Time,
    ends_at: Time,
  })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof Activity>

/** requirements §3 "Activity instance row"; `instance_name` is the id, `charge_rule` hour means pay-as-you-go. */
export const ActivityInstance = z
  .object({
    instance_name: Id,
    nick_name: z.string(),
    status: InstanceStatusCode,
    image: z.string(),
    flavor: Instance.shape.flavor.omit({ sys_disk: true, vram: true }),
    ...priceUnitFields,
    auto_stop_time: Time.nullable(),
  })
  .meta({ id: 'ActivityInstance' })
export type ActivityInstance = z.infer<typeof ActivityInstance>

/** Price of an activity period for one instance, and what changes afterwards. Valid for ten minutes. */
export const ActivityQuote = z
  .object({
    token: z.string(),
    expires_at: Time,
    activity: z.object({ id: Id, title: z.string(), ends_at: Time }),
    discount_type: DiscountType,
    period: z.number().int(),
    amount: Yuan,
    origin_amount: Yuan.meta({ description: '不参与活动时同样时长的价格' }),
    lines: z.array(z.object({ title: z.string(), detail: z.string(), amount: Yuan })),
    before: z.object({ ...priceUnitFields, price_hour: Yuan, expire_at: Time.nullable() }),
    after: z.object({ ...priceUnitFields, price_hour: Yuan, expire_at: Time }),
    settle_note: z.string().meta({ description: '之前的费用如何结清，钱何时付' }),
    data_note: z.string(),
    balance: Yuan,
    required: Yuan,
    enough: z.boolean(),
    in_stock: z.boolean().meta({ description: '需要重新占卡而主机没有时为 false' }),
    real_name_passed: z.boolean(),
  })
  .meta({ id: 'ActivityQuote' })
export type ActivityQuote = z.infer<typeof ActivityQuote>

export const activities = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/activity/list',
    access: 'public',
    summary: '正在进行的活动，按顺序',
    description: 'Lists the promotions running now, in display order.',
    source: 'requirements §7',
    data: z.array(Activity),
  }),
  user_label: endpoint({
    method: 'GET',
    path: '/api/v1/activity/user_label',
    access: 'user',
    summary: '能否参与这些产品的活动',
    description: 'Tells whether the caller may join a promotion of these products, and if not, why.',
    source: 'requirements §7',
    query: z.object({ product_id: ProductIds, activity_id: Id.optional() }),
    data: z.object({
      status: z.boolean(),
      activity_id: Id.nullable().meta({ description: '可以参与的活动' }),
      why_not: z.string().nullable(),
    }),
  }),
  instance_available: endpoint({
    method: 'GET',
    path: '/api/v1/activity/instance_available',
    access: 'user',
    summary: '自己可以参与活动的实例',
    description: "Lists the caller's instances that a promotion of these products can be used for.",
    source: 'requirements §7',
    query: z.object({ product_id: ProductIds, discount_type: DiscountType, activity_id: Id.optional() }),
    data: z.object({
      available: z.boolean().meta({ description: '活动可用于已有实例；否则只能新建' }),
      instances: z.array(ActivityInstance),
    }),
  }),
  quote: endpoint({
    method: 'POST',
    path: '/api/v1/instance/:id/activity_quote',
    access: 'user',
    owned: 'instance',
    summary: '以活动价为已有实例购买时长的报价',
    description: 'Quotes a promotional period for an existing instance; the quote is valid for ten minutes.',
    source: 'decided: product §3, §4',
    params: ById,
    body: z.object({ activity_id: Id }),
    data: ActivityQuote,
  }),
  buy: endpoint({
    method: 'PUT',
    path: '/api/v1/instance/:id/activity',
    access: 'user',
    owned: 'instance',
    idempotent: true,
    summary: '按报价为已有实例购买活动时长；同一报价只成一单',
    description: 'Buys the quoted promotional period for an instance and charges the balance; one quote makes one order at most.',
    message: '购买成功',
    invalidates: ['activity', 'order', 'wallet'],
    source: 'requirements §7',
    params: ById,
    body: z.object({ quote: z.string().min(1).max(4096) }),
    data: Order,
  }),
}
