import { formatFenText } from '#contract/money.ts'
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

/**
 * Handles a provider's notice: verifies the sender, then the amount, then credits once however often it arrives (decision 033).
 */
export async function receivePayment(deps: Deps, channel: PayChannelName, raw: RawNotice): Promise<void> {
  const notice = await deps.payment.channels[channel]?.read(raw)
  if (notice === undefined) throw new ForeignNoticeError('not offered')
  if (notice) await creditPayment(deps, channel, notice)
}

/**
 * Credits a payment the provider reports as received, exactly once. A payment closed here is credited too, because the money has
 * arrived. Refuses `not_found` if no recharge of this amount exists.
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

/** Handles money paid in: ends arrears, notifies the owner and refreshes the wallet views. */
export async function handleMoneyArrival(
  tx: Tx,
  { user_id: userId, amount_fen: amountFen, id }: { user_id: string; amount_fen: bigint; id: string },
): Promise<void> {
  await clearArrears(tx.db, userId, tx.now())
  await notifyUser(tx, {
    user_id: userId,
    class: 'balance',
    title: `充值 ${formatFenText(amountFen)} 元已到账`,
    content: '余额已更新。欠费会先被抵扣，已关机的实例不会自动开机。',
    link: '/console/cost/income-detail',
  })
  await publishChange(tx, { user_id: userId, resource: 'wallet', id })
}
