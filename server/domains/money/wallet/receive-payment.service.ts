import { formatFenAsYuan } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { rechargesRepo } from '#server/domains/money/wallet/recharges.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { ForeignNoticeError, type PayChannelName, type PaymentNotice, type RawNotice } from '#server/ports/payment.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const titles: Record<PayChannelName, string> = { alipay: '支付宝充值', wechat: '微信支付充值' }

/** Takes a provider's notice: who sent it first, then the amount, then one credit however often it comes (decision 033). */
export async function receivePayment(deps: Deps, channel: PayChannelName, raw: RawNotice): Promise<void> {
  const notice = await deps.payment.channels[channel]?.read(raw)
  if (notice === undefined) throw new ForeignNoticeError('not offered')
  if (notice) await creditPayment(deps, channel, notice)
}

/**
 * Credits what the provider says has arrived, once for ever. What was closed here is credited all the same: the money is
 * there. Refuses `not_found` when nobody asked for this amount.
 */
export async function creditPayment(
  deps: Deps,
  channel: PayChannelName,
  { trade_no: tradeNo, amount_fen: amountFen, provider_no: providerNo }: PaymentNotice,
) {
  const now = deps.clock.now()
  await inTransaction(deps, async (tx) => {
    const row = await rechargesRepo(tx.db).lockByTrade(tradeNo)
    if (!row || row.amount_fen !== amountFen || row.channel !== channel) {
      deps.log.error({ trade_no: tradeNo, channel, amount_fen: String(amountFen) }, 'a payment arrived that nobody asked for')
      throw new Refusal('not_found')
    }
    if (row.status === 'paid') return
    await rechargesRepo(tx.db).update(row.id, { status: 'paid', paid_at: now, provider_no: providerNo, next_check_at: null })
    await recordPosting(tx.db, {
      idem: `recharge:${row.trade_no}`,
      kind: 'recharge',
      title: titles[channel],
      ref: row.id,
      at: now,
      movements: [{ from: 'channel', to: { user: row.user_id }, amount_fen: amountFen }],
    })
    await handleMoneyArrival(tx, { user_id: row.user_id, amount_fen: amountFen, id: row.id })
  })
}

/** What follows when money was paid in: arrears end, the owner is told, and what shows the wallet is refreshed. */
export async function handleMoneyArrival(
  tx: Tx,
  { user_id: userId, amount_fen: amountFen, id }: { user_id: string; amount_fen: bigint; id: string },
): Promise<void> {
  await clearArrears(tx.db, userId, tx.now())
  await notifyUser(tx, {
    user_id: userId,
    class: 'balance',
    title: `充值 ${formatFenAsYuan(amountFen)} 元已到账`,
    content: '余额已更新。欠费会先被抵扣，已关机的实例不会自动开机。',
    link: '/console/cost/income-detail',
  })
  await publishChange(tx, { user_id: userId, resource: 'wallet', id })
}
