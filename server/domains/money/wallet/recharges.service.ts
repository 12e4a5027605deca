import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatFenText, parseYuanToFen } from '#contract/money.ts'
import type { Recharge, RechargeStatus } from '#contract/wallet.ts'
import type { DB } from '#server/db/types.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import { computeFirstCheckTime } from '#server/domains/money/wallet/recharge-check.policy.ts'
import { type RechargeRow, rechargesRepo } from '#server/domains/money/wallet/recharges.repo.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { OpenedPayment, PayChannelName, PaymentOrder } from '#server/ports/payment.ts'

export const rechargeChannelOf = (row: { channel: string }): PayChannelName => row.channel as PayChannelName

export const presentRecharge = (row: RechargeRow): z.input<typeof Recharge> => ({
  id: row.id,
  amount: formatFenAsYuan(row.amount_fen),
  channel: rechargeChannelOf(row),
  status: row.status as RechargeStatus,
  pay_url: row.status === 'pending' ? row.pay_url : null,
  pay_way: row.pay_way as OpenedPayment['way'],
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
})

/** Providers accept letters and digits only. */
const createTradeNo = (): string => newId('t').replace('-', '')

async function openAtProvider({ deps }: Context, order: PaymentOrder): Promise<OpenedPayment> {
  const channel = deps.payment.channels[order.channel]
  if (!channel) throw createFieldRefusal('payment_not_offered', 'channel')
  return channel.open(order).catch((error: unknown) => {
    deps.log.warn({ failure: String(error), trade_no: order.trade_no }, 'payment could not be opened')
    throw new Refusal('payment_unavailable')
  })
}

async function assertFewPending(db: Kysely<DB>, userId: string, now: Date): Promise<void> {
  if ((await rechargesRepo(db).countPending(userId, now)) >= limits.rechargesPendingMax)
    throw createFieldRefusal('recharges_pending_limit', 'amount')
}

/**
 * Opens a payment valid for half an hour; credits nothing before the provider confirms it (product §5). Calls the provider before
 * the insert: an order without a row here was shown to nobody and expires by itself.
 */
export async function startRecharge(ctx: Context, input: { amount: string; channel: PayChannelName }) {
  const { deps, caller, transaction } = ctx
  const amountFen = parseYuanToFen(input.amount)
  if (amountFen > BigInt(limits.rechargeMaxFen)) {
    throw createFieldRefusal('invalid', 'amount', `单笔充值最多 ${formatFenText(BigInt(limits.rechargeMaxFen))} 元`)
  }
  const now = deps.clock.now()
  await assertFewPending(deps.database.kysely, caller.user_id, now)
  const expiresAt = new Date(now.getTime() + limits.rechargeValidSeconds * 1000)
  const order = { trade_no: createTradeNo(), amount_fen: amountFen, channel: input.channel, expires_at: expiresAt }
  const { pay_url: payUrl, way } = await openAtProvider(ctx, order)
  return transaction(async (tx) => {
    await getCashBalance(tx.db, caller.user_id, { lock: true })
    await assertFewPending(tx.db, caller.user_id, now)
    const row = await rechargesRepo(tx.db).insert({
      ...order,
      id: newId('recharge'),
      user_id: caller.user_id,
      status: 'pending',
      pay_url: payUrl,
      pay_way: way,
      created_at: now,
      next_check_at: computeFirstCheckTime(now),
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

export async function getRechargeByTradeNo({ deps }: Context, tradeNo: string): Promise<RechargeRow> {
  const row = await rechargesRepo(deps.database.kysely).findByTrade(tradeNo)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Pays in the sandbox cashier: sends the platform the notice a real provider would send. */
export async function paySandboxRecharge(ctx: Context, tradeNo: string): Promise<void> {
  const { deps } = ctx
  const row = await getRechargeByTradeNo(ctx, tradeNo)
  if (!deps.sandbox.payment) throw new Refusal('not_found')
  if (row.status !== 'pending' || row.expires_at <= deps.clock.now()) throw new Refusal('recharge_closed')
  await receivePayment(deps, rechargeChannelOf(row), deps.sandbox.payment.notice(row))
}
