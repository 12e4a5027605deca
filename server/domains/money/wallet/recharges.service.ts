import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import type { Recharge, RechargeStatus } from '#contract/wallet.ts'
import type { DB } from '#server/db/types.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import { firstCheckAt } from '#server/domains/money/wallet/recharge-check.policy.ts'
import { type RechargeRow, rechargesRepo } from '#server/domains/money/wallet/recharges.repo.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { OpenedPayment, PayChannelName, PaymentOrder } from '#server/ports/payment.ts'

export const channelOf = (row: { channel: string }): PayChannelName => row.channel as PayChannelName

export const presentRecharge = (row: RechargeRow): z.input<typeof Recharge> => ({
  id: row.id,
  amount: yuanOfFen(row.amount_fen),
  channel: channelOf(row),
  status: row.status as RechargeStatus,
  pay_url: row.status === 'pending' ? row.pay_url : null,
  pay_way: row.pay_way as OpenedPayment['way'],
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
})

/** The providers take letters and digits only. */
const newTradeNo = (): string => newId('t').replace('-', '')

async function openAtProvider({ deps }: Context, order: PaymentOrder): Promise<OpenedPayment> {
  const channel = deps.payment.channels[order.channel]
  if (!channel) throw refuseField('payment_not_offered', 'channel')
  return channel.open(order).catch((error: unknown) => {
    deps.log.warn({ failure: String(error), trade_no: order.trade_no }, 'payment could not be opened')
    throw new Refusal('payment_unavailable')
  })
}

async function refuseWhenMany(db: Kysely<DB>, user_id: string, now: Date): Promise<void> {
  if ((await rechargesRepo(db).countPending(user_id, now)) >= limits.recharges_pending_max)
    throw refuseField('recharges_pending_limit', 'amount')
}

/**
 * Opens a payment of half an hour; nothing is credited before the provider says so (product §5). The provider is asked
 * first: an order there that we have no row for was shown to nobody, and runs out by itself.
 */
export async function startRecharge(ctx: Context, input: { amount: string; channel: PayChannelName }) {
  const { deps, caller, transaction } = ctx
  const amount_fen = fenOfYuan(input.amount)
  if (amount_fen > BigInt(limits.recharge_max_fen)) {
    throw refuseField('invalid', 'amount', `单笔充值最多 ${yuanOfFen(BigInt(limits.recharge_max_fen))} 元`)
  }
  const now = deps.clock.now()
  await refuseWhenMany(deps.database.kysely, caller.user_id, now)
  const expires_at = new Date(now.getTime() + limits.recharge_valid_seconds * 1000)
  const order = { trade_no: newTradeNo(), amount_fen, channel: input.channel, expires_at }
  const { pay_url, way } = await openAtProvider(ctx, order)
  return transaction(async (tx) => {
    await cashBalance(tx.db, caller.user_id, { lock: true })
    await refuseWhenMany(tx.db, caller.user_id, now)
    const row = await rechargesRepo(tx.db).insert({
      ...order,
      id: newId('recharge'),
      user_id: caller.user_id,
      status: 'pending',
      pay_url,
      pay_way: way,
      created_at: now,
      next_check_at: firstCheckAt(now),
    })
    return presentRecharge(row)
  })
}

export const listRecharges = ({ deps, caller }: Context, query: Parameters<ReturnType<typeof rechargesRepo>['list']>[1]) =>
  rechargesRepo(deps.database.kysely).list(caller.user_id, query)

export async function getRecharge({ deps, caller }: Context, id: string): Promise<RechargeRow> {
  const row = await rechargesRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function getByTrade({ deps }: Context, trade_no: string): Promise<RechargeRow> {
  const row = await rechargesRepo(deps.database.kysely).findByTrade(trade_no)
  if (!row) throw new Refusal('not_found')
  return row
}

/** The sandbox cashier pays: it sends the platform what a real provider would. */
export async function paySandbox(ctx: Context, trade_no: string): Promise<void> {
  const { deps } = ctx
  const row = await getByTrade(ctx, trade_no)
  if (!deps.sandbox.payment) throw new Refusal('not_found')
  if (row.status !== 'pending' || row.expires_at <= deps.clock.now()) throw new Refusal('recharge_closed')
  await receivePayment(deps, channelOf(row), deps.sandbox.payment.notice(row))
}
