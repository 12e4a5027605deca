import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id, Time } from '../scalars.ts'
import { Recharge } from '../wallet.ts'

const OperatorRecharge = Recharge.omit({ pay_url: true, pay_way: true })
  .extend({
    owner: z.object({ id: Id, nickname: z.string() }),
    trade_no: z.string(),
    provider_no: z.string().nullable().meta({ description: '支付渠道的交易号' }),
    provider_word: z.string().nullable().meta({ description: '最近一次查询时渠道给出的状态' }),
    checked_at: Time.nullable(),
  })
  .meta({ id: 'OperatorRecharge' })

export const operatorRecharges = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/recharge/list',
    access: 'operator_finance',
    summary: '全部充值与渠道状态',
    description: 'Lists the recharges of all users with their state at the payment channel.',
    source: 'decided: product §10',
    query: listQuery(['created_at', 'amount'], {
      keyword: Keyword,
      status: Recharge.shape.status.optional(),
      channel: Recharge.shape.channel.optional(),
    }),
    data: z.array(OperatorRecharge),
    paged: true,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/v1/operator/recharge/:id/check',
    access: 'operator_finance',
    summary: '立即向支付渠道查询；已付款的随即入账',
    description: 'Asks the payment channel about a recharge now, and credits it if it was paid.',
    message: '已查询',
    source: 'decided: product §10',
    params: ById,
    data: OperatorRecharge,
  }),
}
