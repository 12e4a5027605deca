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

/** Returns the next retry time: after a minute, then doubling, at most one hour, without a limit on retries. */
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
    // The refund may have been made anyway: a retry under the same number is the same refund.
    return { is: 'later', why: '支付渠道没有答复' }
  }
}

/**
 * Refunds one part. The provider is called outside of the transaction and may have refunded before we recorded it; the refund
 * number makes retries idempotent (docs/decisions/002, 033).
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

/** Pays out approved withdrawals through the providers; retries each part until it is done or refused with a reason. */
export async function payOutWithdrawals(deps: Deps): Promise<void> {
  const due = await withdrawalPartsRepo(deps.database.kysely).due(deps.clock.now(), batchSize)
  await forEachIsolated(due, deps, 'paying out', (part) => payPart(deps, part))
}
