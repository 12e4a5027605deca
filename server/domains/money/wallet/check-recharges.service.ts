import type { Deps } from '#server/deps.ts'
import { creditPayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import { computeNextCheckTime } from '#server/domains/money/wallet/recharge-check.policy.ts'
import { type RechargeRow, rechargesRepo } from '#server/domains/money/wallet/recharges.repo.ts'
import { rechargeChannelOf } from '#server/domains/money/wallet/recharges.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import type { PayChannel, ProviderPaymentState } from '#server/ports/payment.ts'
import { inTransaction } from '#server/tx.ts'

const batchSize = 200
const maxConcurrent = 8

/**
 * Asks the provider for the state; closes an expired payment there first and asks again, as it may have been paid at the last
 * moment.
 */
async function askProvider(
  channel: PayChannel,
  { trade_no: tradeNo }: RechargeRow,
  over: boolean,
): Promise<ProviderPaymentState> {
  const found = await channel.find(tradeNo)
  if (!over || found.is !== 'unpaid') return found
  await channel.close(tradeNo)
  return channel.find(tradeNo)
}

/** Checks one payment with the provider and updates it. It is closed here only after the provider has closed it. */
export async function checkRecharge(deps: Deps, row: RechargeRow): Promise<void> {
  const now = deps.clock.now()
  const channel = deps.payment.channels[rechargeChannelOf(row)]
  const over = row.expires_at <= now
  const found = await (channel ? askProvider(channel, row, over) : undefined)?.catch((error: unknown) => {
    deps.log.warn({ failure: String(error), trade_no: row.trade_no }, 'payment could not be asked for')
    return undefined
  })
  if (found?.is === 'paid') await creditPayment(deps, rechargeChannelOf(row), found)
  // A provider no longer configured cannot be asked, and its notices would not be accepted either.
  const ended = over && (channel === undefined || found?.is === 'closed' || found?.is === 'absent')
  await inTransaction(deps, async (tx) => {
    const repo = rechargesRepo(tx.db)
    const held = await repo.lockByTrade(row.trade_no)
    if (!held) return
    const seen = found && { provider_word: found.word, checked_at: now }
    if (held.status !== 'pending') return void (seen && (await repo.update(held.id, seen)))
    if (!ended) {
      await repo.update(held.id, { ...seen, checks: held.checks + 1, next_check_at: computeNextCheckTime(now, held) })
      return
    }
    await repo.update(held.id, { ...seen, status: 'closed', next_check_at: null })
    await publishChange(tx, { user_id: held.user_id, resource: 'wallet', id: held.id })
  })
}

/** Finds payments whose notice was lost, and closes those not paid in time. */
export async function checkRecharges(deps: Deps): Promise<void> {
  const due = await rechargesRepo(deps.database.kysely).due(deps.clock.now(), batchSize)
  const lanes = Array.from({ length: maxConcurrent }, (_, lane) => due.filter((__, i) => i % maxConcurrent === lane))
  await Promise.all(
    lanes.map((rows) => forEachIsolated(rows, { log: deps.log }, 'checking a payment', (row) => checkRecharge(deps, row))),
  )
}
