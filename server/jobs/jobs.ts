import type { Deps } from '#server/deps.ts'
import { payRewards } from '#server/domains/accounts/invitations/rewards.service.ts'
import { reportProviderTroubles } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import { imageReleasesChannel } from '#server/domains/content/image-releases/image-releases.service.ts'
import { prepareReleases } from '#server/domains/content/image-releases/prepare-releases.service.ts'
import { endLostCalls } from '#server/domains/llm/end-lost-calls.service.ts'
import { enforceBalances, findNextBalanceStep } from '#server/domains/money/billing/arrears.service.ts'
import { settleDueSegments } from '#server/domains/money/billing/billing.service.ts'
import { chunkSizes, computeNextChunkSize } from '#server/domains/money/billing/chunk-size.policy.ts'
import type { SweepPosition } from '#server/domains/money/billing/settlement.repo.ts'
import { auditBooksWhenDue, findNextAuditTime } from '#server/domains/money/books/audit-books.service.ts'
import { endExpiredVouchers } from '#server/domains/money/coupons/end-vouchers.service.ts'
import { payCreators } from '#server/domains/money/creator-income/pay-creators.service.ts'
import { runDebtCycle } from '#server/domains/money/debts/debts.service.ts'
import { closeLeavers } from '#server/domains/money/directories/leavers.service.ts'
import {
  findNextInvoiceWorkTime,
  invoiceWorkChannel,
  runInvoiceWork,
} from '#server/domains/money/invoices/invoice-work.service.ts'
import { topUpBudgets } from '#server/domains/money/sub-accounts/monthly-budget.service.ts'
import { checkRecharges } from '#server/domains/money/wallet/check-recharges.service.ts'
import { payOutWithdrawals } from '#server/domains/money/withdrawals/pay-out.service.ts'
import { publishAnnouncements } from '#server/domains/notify/announcements/publish.service.ts'
import { noticesChannel } from '#server/domains/notify/notifications/channels.service.ts'
import { sendNotices } from '#server/domains/notify/notifications/send-deliveries.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { releaseHourlyInstances } from '#server/domains/rentals/auto-release/release-hourly.service.ts'
import { enforceDiskLimits } from '#server/domains/rentals/auto-stop/full-disks.service.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { runMaintenanceCycle } from '#server/domains/rentals/capacity/maintenance.service.ts'
import { queueChannel } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { reviewHeldEntries, serveQueues } from '#server/domains/rentals/capacity/serve-queue.service.ts'
import { stopForbiddenInstances, stopInstancesOfFrozenUser } from '#server/domains/rentals/instances/forced-stops.service.ts'
import { stopMeteredInstancesOfUser } from '#server/domains/rentals/instances/power.service.ts'
import { rollUpSamples } from '#server/domains/rentals/monitor/rollup.service.ts'
import { sampleUsage } from '#server/domains/rentals/monitor/samples.service.ts'
import { closeExpiredOrders } from '#server/domains/rentals/orders/saved-orders.service.ts'
import { runEngineCall } from '#server/domains/rentals/reconcile/engine-health.service.ts'
import { observeAllInstances } from '#server/domains/rentals/reconcile/observe.service.ts'
import { removeQuarantinedObjects } from '#server/domains/rentals/reconcile/quarantine.service.ts'
import { workChannel } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { renewEndingPackages } from '#server/domains/rentals/renewals/auto-renew.service.ts'
import { endExpiredPackages, notifyComingExpiries } from '#server/domains/rentals/renewals/expiry.service.ts'
import { sendStockAlerts } from '#server/domains/rentals/stock-alerts/send-alerts.service.ts'
import { datasetCopiesChannel, startDatasetCopies } from '#server/domains/storage/datasets/copy-datasets.service.ts'
import { exportTasksChannel } from '#server/domains/storage/export-tasks/export-tasks.service.ts'
import { runExportTasks } from '#server/domains/storage/export-tasks/run-exports.service.ts'
import { extractionChannel } from '#server/domains/storage/file-storage/extract.service.ts'
import { runExtractions } from '#server/domains/storage/file-storage/extract-worker.service.ts'
import { cleanUpStorage } from '#server/domains/storage/file-storage/storage-cleanup.service.ts'
import { removeEngineImages, shareBoundImages } from '#server/domains/storage/private-images/private-images.service.ts'
import { checkClockSteady, getTrustedSince } from '#server/jobs/clock-guard.ts'
import { type DueWork, dueWorkRepo } from '#server/jobs/due-work.repo.ts'
import { exportSources } from '#server/jobs/export-sources.ts'
import { deleteOldRows } from '#server/jobs/housekeeping.ts'
import { inTransaction } from '#server/tx.ts'

/** Returns when a job is due: a past time means now, null means nothing foreseeable. `since`: its last run. */
type NextDue = (deps: Deps, since: Date) => Promise<Date | null>

export interface Job {
  name: string
  /** Minimum time between two runs, and maximum time between two checks for due work. */
  every_ms: number
  /** Channel that announces possible work before its due time. */
  woken_by?: string
  /** Without it, the job is always due. */
  nextDue?: NextDue
  /** `signal`: the worker stops; long work ends early and is continued by the next worker. */
  run(deps: Deps, signal?: AbortSignal): Promise<void>
}

/** Settles due charges in chunks that commit separately, so that a crash costs one chunk at most, which is then redone. */
export async function settleDueCharges(deps: Deps): Promise<void> {
  let limit: number = chunkSizes.least
  let after: SweepPosition | undefined
  do {
    const now = deps.clock.now()
    after = await inTransaction(deps, async (tx) => {
      const { users, next } = await settleDueSegments(tx.db, { now, limit, ...(after && { after }) })
      for (const userId of users) await publishChange(tx, { user_id: userId, resource: 'wallet', id: null })
      return next
    })
    limit = computeNextChunkSize(limit, deps.clock.now().getTime() - now.getTime())
  } while (after)
}

const buildNextDue =
  (...names: DueWork[]): NextDue =>
  ({ database, clock }, since) =>
    dueWorkRepo(database.kysely).nextDue(names, { now: clock.now(), since })

/** Delays date-based jobs until the clock has been steady for a while (docs/decisions/004), then catches up. */
const runWhenSteady = (run: Job['run'], nextDue?: NextDue): Pick<Job, 'run' | 'nextDue'> => ({
  run: async (deps, signal) => {
    if (await checkClockSteady(deps)) await run(deps, signal)
  },
  nextDue:
    nextDue &&
    (async (deps, since) => {
      const from = await getTrustedSince(deps)
      return from > since ? from : nextDue(deps, since)
    }),
})

/** Stops instances that have run out of money or time. */
async function enforceLimits(deps: Deps): Promise<void> {
  await enforceBalances(deps, stopMeteredInstancesOfUser)
  await runDebtCycle(deps, releaseHourlyInstances)
  await renewEndingPackages(deps)
  await notifyComingExpiries(deps)
  await endExpiredPackages(deps)
  await reviewHeldEntries(deps)
  await runMaintenanceCycle(deps)
  await stopForbiddenInstances(deps)
}

const findEnforcementDue = buildNextDue('debts', 'packages', 'held', 'maintenances', 'unwelcome')
const enforcement = runWhenSteady(enforceLimits, async (deps, since) => {
  const [first, second] = [await findEnforcementDue(deps, since), await findNextBalanceStep(deps)]
  return first && second ? new Date(Math.min(first.getTime(), second.getTime())) : (first ?? second)
})

const sampleAndCheckDisks = (deps: Deps): Promise<void> =>
  sampleUsage(deps, (instance, sample) => enforceDiskLimits(deps, { ...instance, ...sample }))

export const buildPeriodicJobs = (regionOf: (host: string) => string | null): Job[] => [
  { name: 'clock', every_ms: 60_000, run: async (deps) => void (await checkClockSteady(deps)) },
  { name: 'observe', every_ms: 15_000, nextDue: buildNextDue('observe'), run: observeAllInstances },
  { name: 'charge', every_ms: 60_000, nextDue: buildNextDue('charge'), run: settleDueCharges },
  { name: 'enforce', every_ms: 30_000, ...enforcement },
  { name: 'hosts', every_ms: 60_000, run: (deps) => runEngineCall(deps, () => syncHosts(deps, regionOf)) },
  { name: 'queue', every_ms: 15_000, woken_by: queueChannel, nextDue: buildNextDue('queue'), run: serveQueues },
  {
    name: 'stock-alerts',
    every_ms: 15_000,
    woken_by: queueChannel,
    nextDue: buildNextDue('stock-alerts'),
    run: sendStockAlerts,
  },
  { name: 'images', every_ms: 15_000, nextDue: buildNextDue('images'), run: removeEngineImages },
  { name: 'share-images', every_ms: 60_000, nextDue: buildNextDue('share-images'), run: shareBoundImages },
  {
    name: 'quarantine',
    every_ms: 15_000,
    woken_by: workChannel,
    nextDue: buildNextDue('quarantine'),
    run: removeQuarantinedObjects,
  },
  {
    name: 'data-sets',
    every_ms: 15_000,
    woken_by: datasetCopiesChannel,
    nextDue: buildNextDue('data-sets'),
    run: startDatasetCopies,
  },
  {
    name: 'image-releases',
    every_ms: 15_000,
    woken_by: imageReleasesChannel,
    nextDue: buildNextDue('image-releases'),
    run: prepareReleases,
  },
  { name: 'storage', every_ms: 60_000, ...runWhenSteady(cleanUpStorage) },
  { name: 'extracts', every_ms: 15_000, woken_by: extractionChannel, nextDue: buildNextDue('extracts'), run: runExtractions },
  {
    name: 'exports',
    every_ms: 15_000,
    woken_by: exportTasksChannel,
    nextDue: buildNextDue('exports'),
    run: (deps, signal) => runExportTasks(deps, exportSources, signal),
  },
  { name: 'vouchers', every_ms: 60_000, ...runWhenSteady(endExpiredVouchers, buildNextDue('vouchers')) },
  { name: 'recharges', every_ms: 10_000, nextDue: buildNextDue('recharges'), run: checkRecharges },
  { name: 'payouts', every_ms: 15_000, nextDue: buildNextDue('payouts'), run: payOutWithdrawals },
  { name: 'orders', every_ms: 15_000, nextDue: buildNextDue('orders'), run: closeExpiredOrders },
  { name: 'invoices', every_ms: 30_000, woken_by: invoiceWorkChannel, nextDue: findNextInvoiceWorkTime, run: runInvoiceWork },
  { name: 'usage', every_ms: 15_000, nextDue: buildNextDue('usage'), run: sampleAndCheckDisks },
  { name: 'usage-rollup', every_ms: 60_000, nextDue: buildNextDue('usage-rollup'), run: rollUpSamples },
  { name: 'llm-calls', every_ms: 30_000, nextDue: buildNextDue('llm-calls'), run: endLostCalls },
  {
    name: 'notices',
    every_ms: 15_000,
    woken_by: noticesChannel,
    nextDue: buildNextDue('notices'),
    run: (deps) => sendNotices(deps, reportProviderTroubles),
  },
  { name: 'announcements', every_ms: 15_000, nextDue: buildNextDue('announcements'), run: publishAnnouncements },
  { name: 'invitation-rewards', every_ms: 3_600_000, run: payRewards },
  { name: 'creator-income', every_ms: 3_600_000, ...runWhenSteady(payCreators) },
  { name: 'sub-account-budgets', every_ms: 300_000, run: topUpBudgets },
  {
    name: 'directories',
    every_ms: 3_600_000,
    ...runWhenSteady((deps, signal) => closeLeavers(deps, stopInstancesOfFrozenUser, signal)),
  },
  { name: 'books-audit', every_ms: 300_000, nextDue: findNextAuditTime, run: auditBooksWhenDue },
  { name: 'housekeeping', every_ms: 3_600_000, run: deleteOldRows },
]
