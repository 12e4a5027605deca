import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { ById, Time } from './scalars.ts'

/** What happens to a package when it expires (product §5). */
export const expiryPolicies = {
  stop: '到期关机',
  renew: '自动续费',
  hour: '到期转按量',
} as const
export type ExpiryPolicyName = keyof typeof expiryPolicies
export const ExpiryPolicyName = z.enum(Object.keys(expiryPolicies) as [ExpiryPolicyName, ...ExpiryPolicyName[]], {
  error: '请选择到期策略',
})

export const ExpiryPolicy = z.object({
  policy: ExpiryPolicyName,
  renew_quantity: z
    .number({ error: '请输入数量' })
    .int('数量须为整数')
    .min(1, '至少 1')
    .max(limits.periodQuantityMax, `最多 ${limits.periodQuantityMax}`)
    .default(1)
    .meta({ description: '自动续费每次几天或几周，单位同现在的套餐' }),
})
export type ExpiryPolicy = z.infer<typeof ExpiryPolicy>

export const Expiry = ExpiryPolicy.extend({
  expire_at: Time.nullable().meta({ description: '按量计费没有到期时间' }),
  next_try: Time.nullable().meta({ description: '自动续费下一次尝试；没有设置自动续费时为空' }),
  failure: z.string().nullable().meta({ description: '最近一次自动续费没有成功的原因' }),
}).meta({ id: 'Expiry' })
export type Expiry = z.infer<typeof Expiry>

const ChargeConfig = z.object({
  expiry_policy: ExpiryPolicyName.meta({ description: '新购套餐的到期策略' }),
})

const instanceBase = { access: 'user', owned: 'instance', params: ById } as const

export const expiry = {
  get: endpoint({
    ...instanceBase,
    method: 'GET',
    path: '/api/v1/instance/:id/expiry',
    summary: '到期之后怎么办',
    description: 'Returns what happens when the package of an instance ends, and when auto-renewal is tried next.',
    source: 'decided: product §5',
    data: Expiry,
  }),
  update: endpoint({
    ...instanceBase,
    method: 'PUT',
    path: '/api/v1/instance/:id/expiry',
    summary: '设置到期策略',
    description: 'Sets what happens when the package ends: stop, renew automatically, or go on by the hour.',
    message: '已保存',
    source: 'decided: product §5',
    body: ExpiryPolicy,
    data: Expiry,
  }),
  get_default: endpoint({
    method: 'GET',
    path: '/api/v1/charge_config',
    access: 'user',
    summary: '计费设置：新购套餐默认的到期策略',
    description: 'Returns the expiry policy that newly bought packages of the caller get.',
    source: 'decided: product §5',
    data: ChargeConfig,
  }),
  set_default: endpoint({
    method: 'PUT',
    path: '/api/v1/charge_config',
    access: 'user',
    summary: '设置新购套餐默认的到期策略；已有的实例不变',
    description: 'Sets the expiry policy for packages bought from now on; existing instances keep theirs.',
    message: '已保存',
    source: 'decided: product §5',
    body: ChargeConfig,
    data: ChargeConfig,
  }),
}
