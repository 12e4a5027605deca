import { z } from 'zod'
import { Consumption } from './consumption.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { dayRange, Keyword, listQuery } from './list.ts'
import { createRowActionDefiner } from './row-action.ts'
import { AmountInput, ById, Captcha, Id, Name, Password, Phone, Time, VerificationCode, Yuan } from './scalars.ts'

export const subAccountStates = { active: '正常', invited: '待接受', expired: '邀请已过期', frozen: '已冻结' } as const
export type SubAccountState = keyof typeof subAccountStates

/** Cost limit per instance and maximum number of instances; null means no limit. */
const SubAccountLimits = z.object({
  price_max: Yuan.nullable().meta({ description: '单台实例每小时最高价' }),
  instances_max: z.number().int().nullable().meta({ description: '同时拥有的实例数上限' }),
})

/** An account paid for by a master account, with its own budget; it has no user until the invitee accepts (product §6). */
export const SubAccount = SubAccountLimits.extend({
  id: Id,
  name: z.string(),
  phone: z.string().meta({ description: '脱敏手机号' }),
  state: z.enum(Object.keys(subAccountStates) as [SubAccountState, ...SubAccountState[]]),
  has_password: z.boolean().meta({ description: '否则只能用短信验证码登录' }),
  remaining: Yuan.meta({ description: '余额，已扣除运行中未结算的费用' }),
  spent_month: Yuan.meta({ description: '本月消费，不含未结算' }),
  unsettled: Yuan.meta({ description: '运行中未结算、要从余额付的费用，已从 remaining 中扣除' }),
  monthly: Yuan.nullable().meta({ description: '每月补足到' }),
  project: z.object({ id: Id, name: z.string() }).nullable().meta({ description: '所属项目' }),
  instances: z.number().int(),
  running: z.number().int(),
  invited_until: Time.nullable().meta({ description: '邀请的有效期，接受后为 null' }),
  created_at: Time,
}).meta({ id: 'SubAccount' })
export type SubAccount = z.infer<typeof SubAccount>

/** Who invites a phone number as a sub-account; shown only to the holder of the number. */
export const SubAccountInvitation = z
  .object({
    id: Id,
    name: z.string().meta({ description: '主账号给这个子账号的名称' }),
    master_name: z.string().meta({ description: '主账号的昵称' }),
    master_phone: z.string().meta({ description: '脱敏手机号' }),
    master_real_name: z.string().nullable().meta({ description: '脱敏姓名' }),
    invited_until: Time,
  })
  .meta({ id: 'SubAccountInvitation' })
export type SubAccountInvitation = z.infer<typeof SubAccountInvitation>

/** An empty field means no limit. */
const OptionalAmount = AmountInput.nullish()
  .or(z.literal(''))
  .transform((v) => v || null)
/** Terms of a sub-account, as typed. */
export const subAccountTerms = {
  price_max: OptionalAmount,
  instances_max: z
    .number()
    .int('数量须为整数')
    .min(1, '至少 1 台')
    .max(limits.subAccountInstancesMax, `最多 ${limits.subAccountInstancesMax} 台`)
    .nullish()
    .transform((v) => v ?? null),
  monthly: OptionalAmount,
}
const fields = { name: Name(limits.subAccountNameMax, '名称'), ...subAccountTerms }
const ProjectChoice = Id.nullish().or(z.literal(''))

const base = { access: 'main', source: 'decided: product §6' } as const
const change = { ...base, idempotent: true, invalidates: ['project'] } as const
const defineAction = createRowActionDefiner({
  ...base,
  invalidates: ['project'],
  path: '/api/v1/sub_account/:id',
  owned: 'sub_account',
  params: ById,
  data: SubAccount,
})
const budgetMove = z.object({ amount: AmountInput })

export const subAccounts = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/sub_account/list',
    summary: '子账号列表',
    description: "Lists the caller's sub-accounts and open invitations, newest first.",
    query: listQuery(['created_at'], { keyword: Keyword, state: SubAccount.shape.state.optional(), project_id: Id.optional() }),
    data: z.array(SubAccount),
    paged: true,
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/sub_account/:id',
    owned: 'sub_account',
    summary: '子账号详情',
    description: 'Returns one sub-account with its limits, balance and use.',
    params: ById,
    data: SubAccount,
  }),
  consumption: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/sub_account/:id/consumption',
    owned: 'sub_account',
    summary: '子账号的消费明细：按天与实例',
    description: 'Lists what a sub-account spent, one line for each day and instance, newest first.',
    params: ById,
    query: listQuery(['day'], dayRange),
    data: z.array(Consumption),
    paged: true,
  }),
  create: endpoint({
    ...change,
    method: 'POST',
    path: '/api/v1/sub_account',
    summary: '邀请手机号的持有人成为子账号；接受之前手机号不被占用',
    description: 'Invites the holder of a phone number as a sub-account, and sets money aside for it if asked to.',
    message: '邀请已发送，对方接受后即可使用',
    body: z.object({
      phone: Phone,
      ...fields,
      project_id: ProjectChoice.transform((id) => id || null).meta({ description: '所属项目，空为不属于任何项目' }),
      amount: OptionalAmount.meta({ description: '现在划拨的额度，撤回邀请时退回' }),
    }),
    data: SubAccount,
  }),
  update: endpoint({
    ...change,
    method: 'PUT',
    path: '/api/v1/sub_account/:id',
    owned: 'sub_account',
    summary: '修改名称、限制与每月补足额度',
    description: 'Changes name, limits and monthly top-up of a sub-account.',
    message: '子账号已修改',
    params: ById,
    body: z.object({
      ...fields,
      project_id: ProjectChoice.transform((id) => (id === undefined ? undefined : id || null)).meta({
        description: '所属项目，空为不属于任何项目；不填则不变',
      }),
    }),
    data: SubAccount,
  }),
  allocate: defineAction(
    'allocate',
    '把主账号的余额划给子账号',
    "Moves an amount in yuan from the caller's balance to a sub-account.",
    '额度已划拨',
    budgetMove,
  ),
  take_back: defineAction(
    'take_back',
    '收回子账号没有用掉的额度',
    "Moves an amount in yuan that a sub-account has not used back to the caller's balance.",
    '额度已收回',
    budgetMove,
  ),
  invite: defineAction(
    'invite',
    '重新发送邀请，有效期重新计算',
    'Sends the invitation again; its period of validity starts anew.',
    '邀请已重新发送',
  ),
  freeze: defineAction(
    'freeze',
    '冻结子账号：退出登录，运行中的实例关机',
    'Freezes a sub-account: signs it out and stops its running instances.',
    '子账号已冻结',
  ),
  unfreeze: defineAction(
    'unfreeze',
    '解冻子账号',
    'Unfreezes a sub-account that the caller froze; its instances stay stopped.',
    '子账号已解冻',
  ),
  remove: endpoint({
    ...change,
    method: 'DELETE',
    path: '/api/v1/sub_account/:id',
    owned: 'sub_account',
    summary: '撤回邀请，或删除没有实例的子账号；余额退回主账号',
    description: 'Withdraws an invitation, or deletes a sub-account without instances; its balance goes back to the caller.',
    message: '子账号已删除，余额已退回',
    params: ById,
    data: z.null(),
  }),
  invitations: endpoint({
    method: 'POST',
    path: '/api/v1/sub_account/invitations',
    access: 'public',
    summary: '手机号收到的子账号邀请；验证码类型为 sub_account',
    description: 'Lists the open sub-account invitations of a phone number, by an SMS code of type `sub_account`.',
    source: 'decided: product §6',
    body: z.object({ phone: Phone, captcha: Captcha.pipe(VerificationCode) }),
    data: z.array(SubAccountInvitation),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/v1/sub_account/accept',
    access: 'public',
    summary: '接受邀请，设置自己的密码',
    description: 'Accepts an invitation and sets the password of the new sub-account.',
    message: '已接受邀请',
    source: 'decided: product §6',
    body: z.object({ id: Id, phone: Phone, captcha: Captcha.pipe(VerificationCode), password: Password }),
    data: z.null(),
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/v1/sub_account/own',
    access: 'user',
    summary: '自己是哪个主账号的子账号，有哪些限制；不是子账号为 null',
    description: 'Returns the master account and the limits of the calling sub-account, or null for a main account.',
    source: 'decided: product §6',
    data: SubAccountLimits.extend({
      master_name: z.string(),
      master_phone: z.string().meta({ description: '脱敏手机号' }),
      monthly: Yuan.nullable(),
      project: z
        .object({
          name: z.string(),
          gpus: z.number().int().meta({ description: '全体成员正在使用的卡数' }),
          gpus_max: z.number().int().nullable(),
        })
        .nullable()
        .meta({ description: '所属项目' }),
    }).nullable(),
  }),
}
