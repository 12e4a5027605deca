import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { formatMicroText } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { pickImagePriceShare } from '#server/domains/catalog/community/image-price.policy.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { releaseCards } from '#server/domains/rentals/capacity/release-cards.service.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { stopLockedInstance } from '#server/domains/rentals/instances/power.service.ts'
import { convertToHourly } from '#server/domains/rentals/orders/convert-to-hourly.service.ts'
import { getListPrice } from '#server/domains/rentals/orders/sell-period.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import {
  buildExpiryNotice,
  buildHourlyConversionNotice,
  buildPackageEndNotice,
  computeNoticeHours,
} from '#server/domains/rentals/renewals/expiry-notices.policy.ts'
import { expiryPolicyRepo } from '#server/domains/rentals/renewals/expiry-policy.repo.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

type EndedPackage = InstanceRow & { expire_at: Date }

/**
 * Notifies owners of packages that end soon: 3 days, 1 day, 6 and 2 hours before, each once, with what will happen (product §5).
 */
export async function notifyComingExpiries(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const before = (at: Date, hours: number) => new Date(at.getTime() - hours * 3_600_000)
  const longest = Math.max(...limits.expiryNoticeHours)
  const ending = await expiryPolicyRepo(deps.database.kysely).ending(now, before(now, -longest))
  await forEachIsolated(ending, deps, 'reminding of an expiry', async (row) => {
    // Sends only the nearest notice; missed ones are not sent later.
    const hours = computeNoticeHours(row)
      .filter((each) => before(row.expire_at, each) <= now)
      .at(-1)
    if (hours === undefined || (row.told_hours !== null && row.told_hours <= hours)) return
    await inTransaction(deps, async (tx) => {
      const fresh = await instancesRepo(tx.db).lock(row.id)
      if (fresh?.released_at || fresh?.expire_at?.getTime() !== row.expire_at.getTime()) return
      if (((await expiryPolicyRepo(tx.db).watchOf(row.id, row.expire_at))?.told_hours ?? longest + 1) <= hours) return
      await expiryPolicyRepo(tx.db).note(row.id, row.expire_at, { told_hours: hours })
      const { failure } = row
      const { expiry_policy: expiryPolicy } = fresh
      await notifyUser(tx, {
        user_id: row.user_id,
        ...buildExpiryNotice({ ...row, expiry_policy: expiryPolicy, failure }, hours),
      })
    })
  })
}

/**
 * Ends expired packages by their policy: with 到期转按量 they continue pay-as-you-go; otherwise running ones are shut down, and cards
 * kept for stopped ones are freed. Disks are kept (product §5).
 */
export async function endExpiredPackages(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const repo = instancesRepo(deps.database.kysely)
  await forEachIsolated(await repo.expired(now), deps, 'ending an expired package', ({ id }) => endOne(deps, id, now, endRunning))
  await forEachIsolated(await repo.expiredWithCards(now), deps, 'freeing expired cards', ({ id }) =>
    endOne(deps, id, now, endStopped),
  )
}

type EndPackage = (tx: Tx, row: EndedPackage) => Promise<void>

const endOne = (deps: Deps, id: string, now: Date, end: EndPackage): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const row = await instancesRepo(tx.db).lock(id)
    if (!row?.expire_at || row.expire_at > now || row.released_at || row.charge_rule === 'hour') return
    await end(tx, { ...row, expire_at: row.expire_at })
  })

const endRunning: EndPackage = async (tx, row) => {
  if (row.status !== instanceStatusCodes.running && row.status !== instanceStatusCodes.starting) return
  const why = await continueHourly(tx, row)
  if (why === undefined) return
  await stopLockedInstance(tx, row, { actor: 'system' }, 'expired')
  await notifyUser(tx, { user_id: row.user_id, ...buildPackageEndNotice(row, '已到期并关机', why) })
  wakeWorkers(tx)
}

const endStopped: EndPackage = async (tx, row) => {
  if (row.desired !== 'stopped' || row.next_reconcile_at) return
  const why = await continueHourly(tx, row)
  if (why === undefined) return
  await releaseCards(tx, row)
  await publishChange(tx, { user_id: null, resource: 'products', id: row.product_id })
  await notifyUser(tx, { user_id: row.user_id, ...buildPackageEndNotice(row, '已到期', why) })
}

/**
 * Converts the package to pay-as-you-go if its policy says so and the balance allows. Returns undefined if done, the reason if
 * not, or null if it was not planned.
 */
async function continueHourly(...[tx, row]: Parameters<EndPackage>): Promise<string | null | undefined> {
  if (row.expiry_policy === 'renew') {
    const failure = (await expiryPolicyRepo(tx.db).watchOf(row.id, row.expire_at))?.failure
    return failure ? `自动续费没有成功：${failure}` : null
  }
  if (row.expiry_policy !== 'hour') return null
  try {
    await getCashBalance(tx.db, row.user_id, { lock: true })
    const { price_id: priceId, price } = await getListPrice(tx.db, row, { charge_rule: 'hour', quantity: 1 })
    const { price_micro: priceMicro } = price
    const quoteId = `expiry:${row.id}:${row.expire_at.toISOString()}`
    await convertToHourly(tx, row, {
      price_id: priceId,
      price_micro: priceMicro,
      ...pickImagePriceShare(price),
      title: '到期转为按量计费',
      by: { actor: 'system' },
      quote_id: quoteId,
    })
    const runs = row.desired === 'running'
    await notifyUser(tx, {
      user_id: row.user_id,
      ...buildHourlyConversionNotice(row, { runs, price_hour: formatMicroText(priceMicro) }),
    })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `没有转为按量计费：${error.message}`
  }
}
