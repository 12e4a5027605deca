import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ChargeRule } from './instance.ts'
import { listQuery } from './list.ts'
import { ById, Id, Time, Yuan } from './scalars.ts'

const enumOfKeys = <Words extends Record<string, string>>(of: Words) =>
  z.enum(Object.keys(of) as [keyof Words & string, ...(keyof Words & string)[]])

/** 代金券 is spent like money, in several payments; 优惠券 (reduction, discount) reduces the price of one order (product §5). */
export const couponKinds = { voucher: '代金券', reduction: '满减券', discount: '折扣券' } as const
export const CouponKind = enumOfKeys(couponKinds)
export type CouponKind = z.infer<typeof CouponKind>

/** What a coupon can pay for; all except `usage` are order kinds. */
export const couponUses = {
  usage: '按量扣费',
  create_instance: '创建实例',
  activity: '活动时长',
  renew: '续费',
  lift: '升降配置',
  convert: '转换计费',
} as const
export const CouponUse = enumOfKeys(couponUses)
export type CouponUse = z.infer<typeof CouponUse>

/** Scope of a coupon; a null field means no restriction. */
export const CouponScope = z.object({
  uses: z.array(CouponUse).nullable(),
  product_ids: z.array(Id).nullable(),
  region_ids: z.array(Id).nullable(),
  charge_rules: z.array(ChargeRule).nullable(),
})
export type CouponScope = z.infer<typeof CouponScope>

export const couponStates = { usable: '可用', used_up: '已用完', expired: '已过期', not_yet: '未生效' } as const
export const CouponState = enumOfKeys(couponStates)
export type CouponState = z.infer<typeof CouponState>

/** Ways to obtain a coupon. */
export const couponSources = { open: '领取', code: '兑换码', grant: '平台发放' } as const
export const CouponSource = enumOfKeys(couponSources)
export type CouponSource = z.infer<typeof CouponSource>

/** A coupon held by a user: a voucher with its balance, or a coupon for one order. */
export const Coupon = z
  .object({
    id: Id,
    name: z.string(),
    kind: CouponKind,
    state: CouponState,
    terms: z.string().meta({ description: '面值或优惠：代金券 50 元；满 100 元减 20 元' }),
    scope: z.array(z.string()).meta({ description: '适用范围，每条一句；空为不限' }),
    how: CouponSource,
    face: Yuan.nullable().meta({ description: '代金券面值' }),
    remaining: Yuan.nullable().meta({ description: '代金券余额' }),
    spent: Yuan.meta({ description: '代金券已抵扣，或优惠券已优惠的金额' }),
    order_id: Id.nullable().meta({ description: '用了这张优惠券的订单' }),
    valid_from: Time,
    valid_until: Time,
    claimed_at: Time,
  })
  .meta({ id: 'Coupon' })
export type Coupon = z.infer<typeof Coupon>

/** A ledger row of a voucher's account. */
export const CouponEntry = z
  .object({
    id: Id,
    title: z.string(),
    amount: Yuan.meta({ description: '收入为正，支出为负' }),
    balance_after: Yuan,
    at: Time,
    order_id: Id.nullable(),
    instance_id: Id.nullable(),
  })
  .meta({ id: 'CouponEntry' })
export type CouponEntry = z.infer<typeof CouponEntry>

/** A coupon that can be claimed in the claim centre. */
export const CouponOffer = z
  .object({
    id: Id,
    name: z.string(),
    kind: CouponKind,
    terms: z.string(),
    face: Yuan.nullable().meta({ description: '代金券面值' }),
    scope: z.array(z.string()),
    validity: z.string(),
    left: z.number().int().meta({ description: '还剩几张' }),
    quota: z.number().int(),
    mine: z.number().int().meta({ description: '我已领几张' }),
    per_user: z.number().int(),
    why_not: z.string().nullable().meta({ description: '不能领取的原因' }),
  })
  .meta({ id: 'CouponOffer' })
export type CouponOffer = z.infer<typeof CouponOffer>

/** Whether a held coupon can be used for one purchase: the amount saved, or all reasons why not. */
export const CouponFit = z
  .object({
    coupon: Coupon,
    fits: z.boolean(),
    saves: Yuan.meta({ description: '优惠券减免的金额；代金券可抵扣的金额' }),
    why_not: z.array(z.string()),
  })
  .meta({ id: 'CouponFit' })
export type CouponFit = z.infer<typeof CouponFit>

/** Which vouchers an instance may use. */
export const CouponConfigForm = z.object({
  mode: z.enum(['all', 'except', 'none'], { error: '请选择可用的代金券' }),
  forbidden: z.array(Id).max(200, '最多 200 张').default([]).meta({ description: 'mode 为 except 时不可用的代金券' }),
})
export type CouponConfigForm = z.infer<typeof CouponConfigForm>

export const CouponConfig = z
  .object({
    mode: CouponConfigForm.shape.mode,
    vouchers: z.array(
      z.object({
        coupon: Coupon,
        allowed: z.boolean().meta({ description: '这台实例的设置允许它' }),
        why_not: z.array(z.string()).meta({ description: '适用范围之外的原因，与设置无关' }),
      }),
    ),
    order: z.array(Id).meta({ description: '这台实例按此顺序抵扣的代金券' }),
    effect: z.string(),
  })
  .meta({ id: 'CouponConfig' })
export type CouponConfig = z.infer<typeof CouponConfig>

export const coupons = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/coupon/list',
    access: 'user',
    summary: '我的代金券和优惠券',
    description: 'Lists the vouchers and coupons of the caller, newest first.',
    source: 'decided: product §5',
    query: listQuery(['claimed_at', 'valid_until'], { state: CouponState.optional(), kind: CouponKind.optional() }),
    data: z.array(Coupon),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/coupon/:id',
    access: 'user',
    owned: 'coupon',
    summary: '一张券',
    description: 'Returns one voucher or coupon with its terms and what is left of it.',
    source: 'decided: product §5',
    params: ById,
    data: Coupon,
  }),
  entries: endpoint({
    method: 'GET',
    path: '/api/v1/coupon/:id/entry/list',
    access: 'user',
    owned: 'coupon',
    summary: '一张代金券的每一笔收支',
    description: 'Lists every movement of one voucher, newest first.',
    source: 'decided: product §5',
    params: ById,
    query: listQuery(['at']),
    data: z.array(CouponEntry),
    paged: true,
  }),
  offers: endpoint({
    method: 'GET',
    path: '/api/v1/coupon/offer',
    access: 'user',
    summary: '领券中心：可以领取的券',
    description: 'Lists the vouchers and coupons that can be claimed now, with the reason where the caller cannot.',
    source: 'decided: product §5',
    data: z.array(CouponOffer),
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/v1/coupon/claim',
    access: 'user',
    idempotent: true,
    summary: '领取一张券',
    description: 'Claims one voucher or coupon of a campaign.',
    message: '已领取',
    invalidates: ['wallet', 'overview'],
    source: 'decided: product §5',
    body: z.object({ campaign_id: Id }),
    data: Coupon,
  }),
  redeem: endpoint({
    method: 'POST',
    path: '/api/v1/coupon/redeem',
    access: 'user',
    idempotent: true,
    summary: '用兑换码兑换一张券',
    description: 'Redeems a code for a voucher or coupon; tries per hour are limited.',
    message: '已兑换',
    invalidates: ['wallet', 'overview'],
    source: 'decided: product §5',
    body: z.object({
      code: z.string({ error: '请输入兑换码' }).trim().min(1, '请输入兑换码').max(64, '兑换码过长'),
    }),
    data: Coupon,
  }),
  fit: endpoint({
    method: 'GET',
    path: '/api/v1/coupon/fit',
    access: 'user',
    summary: '哪些券能用于一次购买，不能用的为什么',
    description: "Tells which of the caller's coupons fit a purchase and what they save, and why the others do not.",
    source: 'decided: product §5',
    query: z.object({
      use: CouponUse,
      product_id: Id,
      charge_rule: ChargeRule,
      amount: z
        .string()
        .regex(/^\d{1,9}\.\d{2}$/, '金额格式有误')
        .default('0.00')
        .meta({ description: '优惠之前的金额；按量扣费为 0.00' }),
    }),
    data: z.array(CouponFit),
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/v1/instance/:id/coupon_config',
    access: 'user',
    owned: 'instance',
    summary: '这台实例可以用哪些代金券',
    description: 'Returns which vouchers an instance may use, and in which order they are spent.',
    source: 'decided: product §4, §5',
    params: ById,
    data: CouponConfig,
  }),
  set_config: endpoint({
    method: 'PUT',
    path: '/api/v1/instance/:id/coupon_config',
    access: 'user',
    owned: 'instance',
    summary: '设置这台实例可以用哪些代金券',
    description: 'Sets which vouchers an instance may use: all, all but some, or none.',
    message: '已保存',
    source: 'decided: product §4, §5',
    params: ById,
    body: CouponConfigForm,
    data: CouponConfig,
  }),
}
