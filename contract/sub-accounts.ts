import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { Keyword, listQuery } from './list.ts'
import { AmountInput, Id, Name, Password, Phone, Time, Yuan } from './scalars.ts'

export const sub_account_states = { active: '正常', frozen: '已冻结' } as const
export type SubAccountState = keyof typeof sub_account_states

/** What one instance may cost and how many there may be; null is no limit. */
const Limits = z.object({
  price_max: Yuan.nullable().meta({ description: '单台实例每小时最高价' }),
  instances_max: z.number().int().nullable().meta({ description: '同时拥有的实例数上限' }),
})

/** An account a master has made, with money set aside for it (product §6). */
export const SubAccount = Limits.extend({
  id: Id,
  name: z.string(),
  phone: z.string().meta({ description: '脱敏手机号' }),
  state: z.enum(Object.keys(sub_account_states) as [SubAccountState, ...SubAccountState[]]),
  has_password: z.boolean().meta({ description: '否则只能用短信验证码登录' }),
  remaining: Yuan.meta({ description: '余额，已扣除运行中未结算的费用' }),
  spent_month: Yuan.meta({ description: '本月消费' }),
  monthly: Yuan.nullable().meta({ description: '每月补足到' }),
  instances: z.number().int(),
  running: z.number().int(),
  created_at: Time,
}).meta({ id: 'SubAccount' })
export type SubAccount = z.infer<typeof SubAccount>

/** An empty field is no limit. */
const Optional = AmountInput.nullish()
  .or(z.literal(''))
  .transform((v) => v || null)
const fields = {
  name: Name(limits.sub_account_name_max, '名称'),
  price_max: Optional,
  instances_max: z
    .number()
    .int('数量须为整数')
    .min(1, '至少 1 台')
    .max(limits.sub_account_instances_max, `最多 ${limits.sub_account_instances_max} 台`)
    .nullish()
    .transform((v) => v ?? null),
  monthly: Optional,
}

const ById = z.object({ id: Id })
const base = { access: 'main', source: 'decided: product §6' } as const
const turn = (name: 'freeze' | 'unfreeze', summary: string, message: string) =>
  endpoint({
    ...base,
    method: 'POST',
    path: `/api/v1/sub_account/:id/${name}`,
    owned: 'sub_account',
    idempotent: true,
    summary,
    message,
    params: ById,
    data: SubAccount,
  })
const move = (name: 'allocate' | 'take_back', summary: string, message: string) =>
  endpoint({
    ...base,
    method: 'POST',
    path: `/api/v1/sub_account/:id/${name}`,
    owned: 'sub_account',
    idempotent: true,
    summary,
    message,
    params: ById,
    body: z.object({ amount: AmountInput }),
    data: SubAccount,
  })

export const sub_accounts = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/sub_account/list',
    summary: '子账号列表',
    query: listQuery(['created_at'], { keyword: Keyword, state: SubAccount.shape.state.optional() }),
    data: z.array(SubAccount),
    paged: true,
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/sub_account/:id',
    owned: 'sub_account',
    summary: '子账号详情',
    params: ById,
    data: SubAccount,
  }),
  create: endpoint({
    ...base,
    method: 'POST',
    path: '/api/v1/sub_account',
    idempotent: true,
    summary: '创建子账号；不设密码则用短信验证码登录',
    message: '子账号已创建',
    body: z.object({
      phone: Phone,
      password: Password.or(z.literal('')).optional(),
      ...fields,
      amount: Optional.meta({ description: '创建时划拨的额度' }),
    }),
    data: SubAccount,
  }),
  update: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/v1/sub_account/:id',
    owned: 'sub_account',
    idempotent: true,
    summary: '修改名称、限制与每月补足额度',
    message: '子账号已修改',
    params: ById,
    body: z.object(fields),
    data: SubAccount,
  }),
  allocate: move('allocate', '把主账号的余额划给子账号', '额度已划拨'),
  take_back: move('take_back', '收回子账号没有用掉的额度', '额度已收回'),
  freeze: turn('freeze', '冻结子账号：退出登录，运行中的实例关机', '子账号已冻结'),
  unfreeze: turn('unfreeze', '解冻子账号', '子账号已解冻'),
  remove: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/v1/sub_account/:id',
    owned: 'sub_account',
    idempotent: true,
    summary: '删除没有实例的子账号，余额退回主账号',
    message: '子账号已删除，余额已退回',
    params: ById,
    data: z.null(),
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/v1/sub_account/own',
    access: 'user',
    summary: '自己是哪个主账号的子账号，有哪些限制；不是子账号为 null',
    source: 'decided: product §6',
    data: Limits.extend({
      master_name: z.string(),
      master_phone: z.string().meta({ description: '脱敏手机号' }),
      monthly: Yuan.nullable(),
    }).nullable(),
  }),
}
