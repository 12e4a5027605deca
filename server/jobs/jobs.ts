import type { Deps } from '#server/deps.ts'
import { payRewards } from '#server/domains/accounts/invitations/rewards.service.ts'
import { image_releases_channel } from '#server/domains/content/image-releases/image-releases.service.ts'
import { prepareReleases } from '#server/domains/content/image-releases/prepare-releases.service.ts'
import { endLostCalls } from '#server/domains/llm/end-lost-calls.service.ts'
import { enforceBalances, nextBalanceStep } from '#server/domains/money/billing/arrears.service.ts'
import { settleDue } from '#server/domains/money/billing/billing.service.ts'
import { endVouchers } from '#server/domains/money/coupons/end-vouchers.service.ts'
import { payCreators } from '#server/domains/money/creator-income/pay-creators.service.ts'
import { runDebtCycle } from '#server/domains/money/debts/debts.service.ts'
import { invoices_channel, nextInvoiceWork, workOnInvoices } from '#server/domains/money/invoices/invoice-work.service.ts'
import { topUpBudgets } from '#server/domains/money/sub-accounts/top-up.service.ts'
import { checkRecharges } from '#server/domains/money/wallet/check-recharges.service.ts'
import { payOut } from '#server/domains/money/withdrawals/pay-out.service.ts'
import { publishAnnouncements } from '#server/domains/notify/announcements/publish.service.ts'
import { notices_channel } from '#server/domains/notify/notifications/channels.service.ts'
import { sendNotices } from '#server/domains/notify/notifications/send-notices.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { releaseHourly } from '#server/domains/rentals/auto-release/release-hourly.service.ts'
import { judgeDisks } from '#server/domains/rentals/auto-stop/full-disks.service.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { keepMaintenances } from '#server/domains/rentals/capacity/maintenance.service.ts'
import { queue_channel } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { reviewHeld, serveQueues } from '#server/domains/rentals/capacity/serve-queue.service.ts'
import { stopUnwelcome } from '#server/domains/rentals/instances/forced-stops.service.ts'
import { stopMetered } from '#server/domains/rentals/instances/power.service.ts'
import { rollUp } from '#server/domains/rentals/monitor/rollup.service.ts'
import { sampleUsage } from '#server/domains/rentals/monitor/samples.service.ts'
import { closeExpiredOrders } from '#server/domains/rentals/orders/saved-orders.service.ts'
import { askEngine } from '#server/domains/rentals/reconcile/engine-health.service.ts'
import { observeAll } from '#server/domains/rentals/reconcile/observe.service.ts'
import { removeQuarantined } from '#server/domains/rentals/reconcile/quarantine.service.ts'
import { work_channel } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { renewEnding } from '#server/domains/rentals/renewals/auto-renew.service.ts'
import { remindOfExpiry, stopExpired } from '#server/domains/rentals/renewals/expiry.service.ts'
import { sendStockAlerts } from '#server/domains/rentals/stock-alerts/send-alerts.service.ts'
import { copies_channel, copyDataSets } from '#server/domains/storage/datasets/copy-datasets.service.ts'
import { extract_channel } from '#server/domains/storage/file-storage/extract.service.ts'
import { workOnExtracts } from '#server/domains/storage/file-storage/extract-worker.service.ts'
import { keepStorage } from '#server/domains/storage/file-storage/storage-cleanup.service.ts'
import { removeImages } from '#server/domains/storage/private-images/private-images.service.ts'
import { timeIsSteady, trustedFrom } from '#server/jobs/clock-guard.ts'
import { agendaRepo, type OnAgenda } from '#server/jobs/due-work.repo.ts'
import { forgetOldRows } from '#server/jobs/housekeeping.ts'
import { inTransaction } from '#server/tx.ts'

/** When there is something to do: a moment that is past is now, null is nothing in sight. `since`: when it ran last. */
type NextDue = (deps: Deps, since: Date) => Promise<Date | null>

export interface Job {
  name: string
  /** The least time between two runs, and the longest until it is asked again when it is due. */
  every_ms: number
  /** A channel on which it is told that there may be work before its time. */
  woken_by?: string
  /** What has none always has something to do. */
  nextDue?: NextDue
  run(deps: Deps): Promise<void>
}

/** Settles what is due in chunks that commit alone, so that a crash costs one chunk at most, which is then done again. */
export async function charge(deps: Deps): Promise<void> {
  for (let more = true; more; ) {
    const now = deps.clock.now()
    more = await inTransaction(deps, async (tx) => {
      const chunk = await settleDue(tx.db, now)
      for (const user_id of new Set(chunk.settled.map((row) => row.user_id))) {
        await publishChange(tx, { user_id, resource: 'wallet', id: null })
      }
      return chunk.more
    })
  }
}

const onAgenda =
  (...names: OnAgenda[]): NextDue =>
  ({ database, clock }, since) =>
    agendaRepo(database.kysely).nextDue(names, { now: clock.now(), since })

/** What goes by dates waits until the clock has been steady for a while (docs/decisions/004), and then makes up for it. */
const whileSteady = (run: Job['run'], nextDue?: NextDue): Pick<Job, 'run' | 'nextDue'> => ({
  run: async (deps) => {
    if (await timeIsSteady(deps)) await run(deps)
  },
  nextDue:
    nextDue &&
    (async (deps, since) => {
      const from = await trustedFrom(deps)
      return from > since ? from : nextDue(deps, since)
    }),
})

/** Stops what ran out of money or time. */
async function enforceAll(deps: Deps): Promise<void> {
  await enforceBalances(deps, stopMetered)
  await runDebtCycle(deps, releaseHourly)
  await renewEnding(deps)
  await remindOfExpiry(deps)
  await stopExpired(deps)
  await reviewHeld(deps)
  await keepMaintenances(deps)
  await stopUnwelcome(deps)
}

const enforcementDue = onAgenda('debts', 'packages', 'held', 'maintenances', 'unwelcome')
const enforcement = whileSteady(enforceAll, async (deps, since) => {
  const [first, second] = [await enforcementDue(deps, since), await nextBalanceStep(deps)]
  return first && second ? new Date(Math.min(first.getTime(), second.getTime())) : (first ?? second)
})

const sampleAndJudge = (deps: Deps): Promise<void> =>
  sampleUsage(deps, (instance, sample) => judgeDisks(deps, { ...instance, ...sample }))

export const periodicJobs = (region_of: (host: string) => string | null): Job[] => [
  { name: 'clock', every_ms: 60_000, run: async (deps) => void (await timeIsSteady(deps)) },
  { name: 'observe', every_ms: 15_000, nextDue: onAgenda('observe'), run: observeAll },
  { name: 'charge', every_ms: 60_000, nextDue: onAgenda('charge'), run: charge },
  { name: 'enforce', every_ms: 30_000, ...enforcement },
  { name: 'hosts', every_ms: 60_000, run: (deps) => askEngine(deps, () => syncHosts(deps, region_of)) },
  { name: 'queue', every_ms: 15_000, woken_by: queue_channel, nextDue: onAgenda('queue'), run: serveQueues },
  { name: 'stock-alerts', every_ms: 15_000, woken_by: queue_channel, nextDue: onAgenda('stock-alerts'), run: sendStockAlerts },
  { name: 'images', every_ms: 15_000, nextDue: onAgenda('images'), run: removeImages },
  {
    name: 'quarantine',
    every_ms: 15_000,
    woken_by: work_channel,
    nextDue: onAgenda('quarantine'),
    run: removeQuarantined,
  },
  { name: 'data-sets', every_ms: 15_000, woken_by: copies_channel, nextDue: onAgenda('data-sets'), run: copyDataSets },
  {
    name: 'image-releases',
    every_ms: 15_000,
    woken_by: image_releases_channel,
    nextDue: onAgenda('image-releases'),
    run: prepareReleases,
  },
  { name: 'storage', every_ms: 60_000, ...whileSteady(keepStorage) },
  { name: 'extracts', every_ms: 15_000, woken_by: extract_channel, nextDue: onAgenda('extracts'), run: workOnExtracts },
  { name: 'vouchers', every_ms: 60_000, ...whileSteady(endVouchers, onAgenda('vouchers')) },
  { name: 'recharges', every_ms: 10_000, nextDue: onAgenda('recharges'), run: checkRecharges },
  { name: 'payouts', every_ms: 15_000, nextDue: onAgenda('payouts'), run: payOut },
  { name: 'orders', every_ms: 15_000, nextDue: onAgenda('orders'), run: closeExpiredOrders },
  { name: 'invoices', every_ms: 30_000, woken_by: invoices_channel, nextDue: nextInvoiceWork, run: workOnInvoices },
  { name: 'usage', every_ms: 15_000, nextDue: onAgenda('usage'), run: sampleAndJudge },
  { name: 'usage-rollup', every_ms: 60_000, nextDue: onAgenda('usage-rollup'), run: rollUp },
  { name: 'llm-calls', every_ms: 30_000, nextDue: onAgenda('llm-calls'), run: endLostCalls },
  { name: 'notices', every_ms: 15_000, woken_by: notices_channel, nextDue: onAgenda('notices'), run: sendNotices },
  { name: 'announcements', every_ms: 15_000, nextDue: onAgenda('announcements'), run: publishAnnouncements },
  { name: 'invitation-rewards', every_ms: 3_600_000, run: payRewards },
  { name: 'creator-income', every_ms: 3_600_000, ...whileSteady(payCreators) },
  { name: 'sub-account-budgets', every_ms: 300_000, run: topUpBudgets },
  { name: 'housekeeping', every_ms: 3_600_000, run: forgetOldRows },
]
