import type { Deps } from '#server/deps.ts'
import { withdrawalPartsRepo } from '#server/domains/money/withdrawals/parts.repo.ts'
import { recordPartPaid } from '#server/domains/money/withdrawals/withdrawal-money.service.ts'
import { withdrawalsRepo } from '#server/domains/money/withdrawals/withdrawals.repo.ts'
import { computeBackoff } from '#server/lib/backoff.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import type { PayChannelName, RefundOutcome } from '#server/ports/payment.ts'
import { inTransaction } from '#server/tx.ts'

const batchSize = 100
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000

type DuePart = Awaited<ReturnType<ReturnType<typeof withdrawalPartsRepo>['due']>>[number]

/** When to ask again: after a minute, then twice as long each time, an hour at most, for as long as it takes. */
const computeNextTryTime = (now: Date, tries: number): Date =>
  new Date(now.getTime() + computeBackoff({ attempt: tries, base: firstPauseMs, max: longestPauseMs }))

async function askProvider(
  deps: Deps,
  { id, channel, trade_no: tradeNo, total_fen: totalFen, amount_fen: amountFen }: DuePart,
): Promise<RefundOutcome> {
  const provider = deps.payment.channels[channel as PayChannelName]
  if (!provider) return { is: 'refused', why: '支付渠道没有配置' }
  try {
    return await provider.refund({ trade_no: tradeNo, total_fen: totalFen, refund_no: id, amount_fen: amountFen })
  } catch (error) {
    deps.log.warn({ failure: String(error), refund_no: id }, 'refund could not be asked for')
    // It may have been done all the same: asked again under its number, it is the same refund.
    return { is: 'later', why: '支付渠道没有答复' }
  }
}

/**
 * Has one part refunded. The provider is asked outside of the transaction and may have done it although we never wrote it
 * down; the number of the refund makes every further try the same one (docs/decisions/002, 033).
 */
async function payPart(deps: Deps, due: DuePart): Promise<void> {
  const outcome = await askProvider(deps, due)
  await inTransaction(deps, async (tx) => {
    const row = await withdrawalsRepo(tx.db).lock(due.withdrawal_id)
    const part = await withdrawalPartsRepo(tx.db).lock(due.id)
    if (!row || !part || (part.status !== 'waiting' && part.status !== 'sent')) return
    if (outcome.is === 'done') return recordPartPaid(tx, row, part, { reference: outcome.provider_no })
    const tries = part.tries + 1
    const failure = outcome.why
    if (outcome.is === 'refused') {
      await withdrawalPartsRepo(tx.db).update(part.id, { status: 'failed', failure, tries, next_try_at: null })
      deps.log.warn({ refund_no: part.id, failure }, 'refund was refused')
      return
    }
    const nextTryAt = computeNextTryTime(deps.clock.now(), part.tries)
    await withdrawalPartsRepo(tx.db).update(part.id, { status: 'sent', failure, tries, next_try_at: nextTryAt })
  })
}

/** Gives approved withdrawals back through the providers, each part until it is done or refused with a reason. */
export async function payOutWithdrawals(deps: Deps): Promise<void> {
  const due = await withdrawalPartsRepo(deps.database.kysely).due(deps.clock.now(), batchSize)
  await forEachIsolated(due, deps, 'paying out', (part) => payPart(deps, part))
}
