import { z } from 'zod'
import { Coupon, CouponKind, CouponScope, CouponSource, CouponState, CouponUse } from '../coupons.ts'
import { endpoint } from '../endpoint.ts'
import { groupThousands } from '../group-thousands.ts'
import { ChargeRule } from '../instance.ts'
import { limits } from '../limits.ts'
import { Keyword, listQuery } from '../list.ts'
import { AmountInput, ById, Id, Name, Time, Yuan } from '../scalars.ts'
import { OperatorReason, operatorLimitText } from './reason.ts'

export const campaignStates = {
  waiting: '待复核',
  running: '进行中',
  upcoming: '未开始',
  gone: '已发完',
  over: '已结束',
  stopped: '已停止',
} as const
export type CampaignState = keyof typeof campaignStates
const State = z.enum(Object.keys(campaignStates) as [CampaignState, ...CampaignState[]])

export const couponValidities = { dates: '固定日期', days: '领取后若干天' } as const
const Validity = z.enum(Object.keys(couponValidities) as [keyof typeof couponValidities, ...(keyof typeof couponValidities)[]])

const Count = (label: string, max: number) =>
  z
    .number({ error: `请输入${label}` })
    .int(`${label}须为整数`)
    .min(1, `${label}至少 1`)
    .max(max, `${label}最多 ${max}`)
const maxAmount = limits.couponAmountMaxFen / 100
/** Maximum value of one voucher or coupon. */
const Amount = AmountInput.refine((v) => !(Number(v) > maxAmount), `金额最多 ${groupThousands(String(maxAmount))} 元`)
const Threshold = z.string({ error: '请输入门槛' }).regex(/^\d{1,9}(\.\d{1,2})?$/, '请输入最多保留两位小数的金额，0 为无门槛')

/** An empty list means no restriction. */
const ChoiceList = <Item extends z.ZodType>(item: Item) => z.array(item).max(50, '最多 50 项').default([])

/** Terms of a campaign; they never change after creation. */
export const CampaignForm = z
  .object({
    name: Name(30, '名称'),
    kind: CouponKind,
    face: Amount.optional(),
    threshold: Threshold.optional(),
    reduction: Amount.optional(),
    percent: z.number({ error: '请输入折扣' }).int('折扣须为整数').min(1, '折扣至少 1%').max(99, '折扣最多 99%').optional(),
    cap: Amount.nullable().optional(),
    uses: ChoiceList(CouponUse),
    product_ids: ChoiceList(Id),
    region_ids: ChoiceList(Id),
    charge_rules: ChoiceList(ChargeRule),
    how: CouponSource,
    quota: Count('总数量', 1_000_000),
    per_user: Count('每人限领', 100),
    validity: Validity,
    starts_at: Time.optional(),
    ends_at: Time.optional(),
    valid_days: Count('有效天数', 366).optional(),
    reason: OperatorReason.meta({ description: '为什么发放；记入审计，须他人批准时给审批人看' }),
  })
  .superRefine((form, ctx) => {
    const needed = {
      voucher: { face: '请输入面值' },
      reduction: { threshold: '请输入门槛', reduction: '请输入减免金额' },
      discount: { threshold: '请输入门槛', percent: '请输入折扣' },
    }[form.kind]
    const byValidity =
      form.validity === 'dates' ? { starts_at: '请选择开始时间', ends_at: '请选择结束时间' } : { valid_days: '请输入有效天数' }
    for (const [field, message] of Object.entries({ ...needed, ...byValidity }))
      if (form[field as keyof typeof form] === undefined) ctx.addIssue({ code: 'custom', path: [field], message })
    if (form.kind !== 'voucher' && form.uses.length > 0 && form.uses.every((use) => use === 'usage'))
      ctx.addIssue({ code: 'custom', path: ['uses'], message: '优惠券用于订单，请至少选择一种订单' })
    if (form.validity === 'dates' && form.starts_at && form.ends_at && form.starts_at >= form.ends_at)
      ctx.addIssue({ code: 'custom', path: ['ends_at'], message: '结束须晚于开始' })
  })
export type CampaignForm = z.infer<typeof CampaignForm>

export const CouponCampaign = z
  .object({
    id: Id,
    name: z.string(),
    kind: CouponKind,
    state: State,
    terms: z.string(),
    scope: z.array(z.string()),
    scope_ids: CouponScope,
    how: CouponSource,
    validity: z.string(),
    quota: z.number().int(),
    taken: z.number().int(),
    per_user: z.number().int(),
    codes: z.number().int().meta({ description: '已生成的兑换码' }),
    pending: z.number().int().meta({ description: '等待他人审批的发放' }),
    given: Yuan.meta({ description: '已发出的代金券面值之和' }),
    used: Yuan.meta({ description: '已抵扣或已优惠的金额之和' }),
    created_by: z.string(),
    created_at: Time,
  })
  .meta({ id: 'CouponCampaign' })
export type CouponCampaign = z.infer<typeof CouponCampaign>

/** A coupon with its holder and status. */
export const HeldCoupon = Coupon.extend({ owner: z.object({ id: Id, nickname: z.string() }), campaign_id: Id }).meta({
  id: 'HeldCoupon',
})
export type HeldCoupon = z.infer<typeof HeldCoupon>

const financeBase = { access: 'operator_finance', idempotent: true, source: 'decided: product §10, docs/decisions/030' } as const

export const operatorCoupons = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/coupon_campaign/list',
    access: 'operator',
    summary: '代金券和优惠券的批次',
    description: 'Lists the campaigns of vouchers and coupons, newest first.',
    source: 'decided: product §10',
    query: listQuery(['created_at', 'taken'], { keyword: Keyword, kind: CouponKind.optional(), how: CouponSource.optional() }),
    data: z.array(CouponCampaign),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/coupon_campaign/:id',
    access: 'operator',
    summary: '一个批次',
    description: 'Returns one campaign with its terms and what was given and used.',
    source: 'decided: as list',
    params: ById,
    data: CouponCampaign,
  }),
  create: endpoint({
    ...financeBase,
    method: 'POST',
    path: '/api/v1/operator/coupon_campaign',
    stepUp: true,
    summary: `新建批次；条款建成后不能更改；供领取的面值合计超过${operatorLimitText}须他人批准才开始发放`,
    description: 'Creates a campaign, whose terms cannot change later; large ones start once another operator approves.',
    message: '批次已建成',
    body: CampaignForm,
    data: CouponCampaign,
  }),
  stop: endpoint({
    ...financeBase,
    method: 'POST',
    path: '/api/v1/operator/coupon_campaign/:id/stop',
    summary: '停止发放；已经领到的照常可用',
    description: 'Stops a campaign; what was claimed already stays usable.',
    message: '已停止发放',
    params: ById,
    data: CouponCampaign,
  }),
  make_codes: endpoint({
    ...financeBase,
    method: 'POST',
    path: '/api/v1/operator/coupon_campaign/:id/code',
    stepUp: true,
    summary: `生成兑换码；面值合计超过${operatorLimitText}须他人批准`,
    description: "Generates redemption codes for a campaign; large sums wait for another operator's approval.",
    message: `已提交：面值${operatorLimitText}以内立即生成，更多的等待他人审批`,
    params: ById,
    body: z.object({ count: Count('数量', limits.couponCodesMax), reason: OperatorReason }),
    data: CouponCampaign,
  }),
  codes: endpoint({
    method: 'GET',
    path: '/api/v1/operator/coupon_campaign/:id/code/file',
    access: 'operator_finance',
    stepUp: true,
    summary: '下载兑换码（CSV）',
    description: 'Downloads the redemption codes of a campaign as CSV.',
    source: 'decided: product §10',
    params: ById,
    data: z.unknown(),
    download: 'text/csv',
  }),
  grant: endpoint({
    ...financeBase,
    method: 'POST',
    path: '/api/v1/operator/coupon_campaign/:id/grant',
    stepUp: true,
    summary: `发放给指定用户，每人一张；面值合计超过${operatorLimitText}须他人批准；有发放权限的账号不能收`,
    description: "Grants one voucher or coupon to each listed user; large sums wait for another operator's approval.",
    message: `已提交：面值${operatorLimitText}以内立即发放，更多的等待他人审批`,
    params: ById,
    body: z.object({
      users: z
        .string({ error: '请输入用户' })
        .trim()
        .min(1, '请输入用户')
        .max(8000, '内容过长')
        .meta({ description: '手机号或用户编号，每行一个' }),
      reason: OperatorReason,
    }),
    data: CouponCampaign,
  }),
  held: endpoint({
    method: 'GET',
    path: '/api/v1/operator/coupon/list',
    access: 'operator',
    summary: '发出的券：谁持有，用了多少',
    description: 'Lists the vouchers and coupons given out: who holds each, and what was used of it.',
    source: 'decided: product §10',
    query: listQuery(['claimed_at', 'valid_until'], {
      campaign_id: Id.optional(),
      state: CouponState.optional(),
      keyword: Keyword,
    }),
    data: z.array(HeldCoupon),
    paged: true,
  }),
}
