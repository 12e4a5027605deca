import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { Id, Time, Yuan } from './scalars.ts'

/** A user who registered with the caller's invite code; the identity stays masked. */
export const Invitee = z
  .object({
    id: Id,
    phone: z.string().meta({ description: '脱敏手机号' }),
    verified: z.boolean(),
    registered_at: Time,
    rewards_until: Time.meta({ description: '此后付的钱不再计奖励' }),
    spent: Yuan.meta({ description: '已结算的净现金消费，不含镜像价格等不计奖励的部分' }),
    pending: Yuan.meta({ description: '待结清：还欠着的消费，付清后才计奖励' }),
    reward: Yuan.meta({ description: '已得奖励' }),
  })
  .meta({ id: 'Invitee' })
export type Invitee = z.infer<typeof Invitee>

/** One day of one invitee: usage, completed orders, and the reward resulting from all days so far. */
export const InvitationReward = z
  .object({
    id: Id,
    invitee_id: Id,
    phone: z.string(),
    day: z.iso.date().meta({ description: '北京时间' }),
    usage: Yuan.meta({ description: '按量扣费（现金）' }),
    orders: Yuan.meta({ description: '当日结束的订单（现金）：时长用完、转为按量或释放' }),
    refunds: Yuan.meta({ description: '这些订单退回的部分' }),
    left_out: Yuan.meta({ description: '不计奖励的部分：镜像价格、使用邀请人自己的镜像、平台赠送的余额' }),
    net: Yuan.meta({ description: '当日计奖励的净消费' }),
    total: Yuan.meta({ description: '截至当日的累计净消费' }),
    reward: Yuan,
    at: Time,
  })
  .meta({ id: 'InvitationReward' })
export type InvitationReward = z.infer<typeof InvitationReward>

/** What one invitee brought in a month. */
export const InvitationMonth = z
  .object({
    month: z.string().meta({ description: '北京时间的月份，如 2026-11' }),
    invitee_id: Id,
    phone: z.string().meta({ description: '脱敏手机号' }),
    reward: Yuan,
  })
  .meta({ id: 'InvitationMonth' })
export type InvitationMonth = z.infer<typeof InvitationMonth>

const base = { method: 'GET', access: 'main', source: 'decided: product §6' } as const

export const invitation = {
  get: endpoint({
    ...base,
    path: '/api/v1/invitation',
    summary: '我的邀请码与成果',
    description: "Returns the caller's invitation code, and what invitations have brought so far.",
    data: z.object({
      invite_code: z.string(),
      percent: z.number().int(),
      invitees: z.number().int(),
      verified: z.number().int(),
      reward: Yuan.meta({ description: '累计奖励' }),
      pending: Yuan.meta({ description: '待结清：受邀用户还欠着的消费，付清后会带来的奖励' }),
      income: Yuan.meta({ description: '收益钱包余额' }),
    }),
  }),
  invitees: endpoint({
    ...base,
    path: '/api/v1/invitation/invitee/list',
    summary: '受邀用户，新的在前',
    description: "Lists those who registered with the caller's code, masked, newest first.",
    query: listQuery(['registered_at']),
    data: z.array(Invitee),
    paged: true,
  }),
  months: endpoint({
    ...base,
    path: '/api/v1/invitation/reward/month',
    summary: '近 12 个月的奖励，按月与受邀用户；没有奖励的月份不在内',
    description: 'Returns the rewards of the last 12 months by month and invitee, newest month first, without empty months.',
    data: z.array(InvitationMonth),
  }),
  rewards: endpoint({
    ...base,
    path: '/api/v1/invitation/reward/list',
    summary: '奖励明细：每位受邀用户每天一行',
    description: 'Lists invitation rewards, one line for each invitee and day, newest first.',
    query: listQuery(['day'], { invitee_id: Id.optional() }),
    data: z.array(InvitationReward),
    paged: true,
  }),
}
