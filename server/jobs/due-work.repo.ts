import { type Kysely, type RawBuilder, sql } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'

/** `since`: last run of the loop; events due after it are reported even if they are past by now. */
interface DueQuery {
  now: Date
  since: Date
}

/** Work whose time no row contains: due whenever the loop runs. */
const alwaysDue = sql<Date>`to_timestamp(0)`
const dueWhile = (found: RawBuilder<unknown>) => sql`(select ${alwaysDue} where exists (${found}))`
const hoursInterval = (count: number) => sql`${count}::integer * interval '1 hour'`

/** No settlement is planned further ahead; a later value was written by a clock that has since jumped back. */
const settlementHorizonMs = 2 * 3_600_000
/** The finest rollup runs every minute; a missed one is made up within this time. */
const rollupHours = 2
const runningCodes = sql`(${instanceStatusCodes.running}, ${instanceStatusCodes.starting})`
const stoppedCodes = sql`(${instanceStatusCodes.shut_down}, ${instanceStatusCodes.abnormal})`

/** Queries for the next due time of each loop; null if nothing is foreseeable. They rather report too early than too late. */
const dueQueries = {
  observe: () => dueWhile(sql`select from instances where released_at is null`),
  usage: () => dueWhile(sql`select from instances where released_at is null and status = ${instanceStatusCodes.running}`),
  'usage-rollup': ({ now }) =>
    dueWhile(sql`select from usage_samples where at > ${now}::timestamptz - ${hoursInterval(rollupHours)}`),
  charge: ({ now }) => sql`(
    select case when max(next_bill_at) > ${new Date(now.getTime() + settlementHorizonMs)} then ${alwaysDue} else min(next_bill_at) end
    from segments where ended_at is null)`,
  queue: () => dueWhile(sql`select from queue_entries where state = 'waiting'`),
  'stock-alerts': () => dueWhile(sql`select from stock_alerts where state = 'waiting'`),
  'share-images': () =>
    dueWhile(sql`select from images m join hosts h on h.id = m.host_id where m.state = 'ready' and h.shares_images`),
  images: () => dueWhile(sql`select from images where state = 'removing'`),
  quarantine: () => dueWhile(sql`select from quarantined_objects where state = 'removing'`),
  'image-releases': () => dueWhile(sql`select from community_image_versions where state = 'preparing'`),
  'data-sets': () =>
    dueWhile(sql`
      select from data_set_versions where state = 'preparing' or removed_at is not null
      union all select from data_set_leftovers`),
  extracts: () => dueWhile(sql`select from storage_tasks where state in ('waiting', 'running') or staged`),
  exports: () => dueWhile(sql`select from export_tasks where state in ('waiting', 'running')`),
  recharges: () => sql`(select min(coalesce(next_check_at, ${alwaysDue})) from recharges where status = 'pending')`,
  payouts: () => sql`(select min(next_try_at) from withdrawal_parts)`,
  orders: () => sql`(select min(expires_at) from orders where status = 'pending')`,
  notices: () => sql`(select min(due_at) from notice_deliveries where state = 'waiting')`,
  announcements: () => sql`(select min(publish_at) from announcements where state in ('scheduled', 'publishing'))`,
  'llm-calls': () => sql`(select min(lease_until) from llm_calls where ended_at is null)`,
  vouchers: ({ now, since }) => sql`least(
    ${dueWhile(sql`
      select from coupons c join accounts a on a.voucher_id = c.id
      where c.valid_until <= ${now} and c.ended_at is null and a.balance_fen > 0`)},
    (select min(t.at) from coupons c
     cross join lateral (values (c.valid_until), (c.valid_until - ${hoursInterval(limits.couponReminderDays * 24)})) t (at)
     where c.ended_at is null and t.at > ${since}))`,
  debts: () => sql`least(
    ${dueWhile(sql`
      select from accounts a left join debts d on d.user_id = a.user_id and d.ended_at is null
      where a.kind = 'cash' and (a.balance_fen < 0) = (d.id is null)`)},
    ${dueWhile(sql`
      select from debts d join instances i on i.user_id = d.user_id
      where d.ended_at is null and d.terminated_at is not null and i.released_at is null`)},
    (select min(case when days >= ${limits.lateTerminationDays} then day_seen_at + interval '1 millisecond' else day_seen_at + interval '1 day' end)
     from debts where ended_at is null and terminated_at is null))`,
  packages: ({ now, since }) => sql`least(
    ${dueWhile(sql`
      select from instances where released_at is null and charge_rule <> 'hour' and expire_at <= ${now} and desired = 'running'
      union all
      select from instances i where i.released_at is null and i.expire_at <= ${now} and i.status in ${stoppedCodes}
        and exists (select from gpus g where g.instance_id = i.id)`)},
    (select min(t.at) from instances i
     cross join lateral (
       select i.expire_at - told * interval '1 hour' from unnest(${[0, ...limits.expiryNoticeHours]}::integer[]) told) t (at)
     where i.released_at is null and i.charge_rule <> 'hour' and t.at > ${since}),
    (select min(greatest(i.expire_at - ${hoursInterval(limits.autoRenewHours)}, w.tried_at + ${hoursInterval(limits.autoRenewRetryHours)}))
     from instances i left join expiry_watch w on w.instance_id = i.id and w.expire_at = i.expire_at
     where i.released_at is null and i.charge_rule <> 'hour' and i.expiry_policy = 'renew' and i.started_at is not null
       and exists (select from gpus g where g.instance_id = i.id)))`,
  held: () => dueWhile(sql`select from queue_entries where state = 'waiting' and held_since is not null`),
  maintenances: () => sql`(
    select min(case when reminded_at is null then starts_at - ${hoursInterval(limits.maintenanceReminderSeconds / 3600)} else starts_at end)
    from host_maintenances where status = 'announced')`,
  unwelcome: () =>
    dueWhile(sql`
      select from instances i join users u on u.id = i.user_id join hosts h on h.id = i.host_id
      where i.released_at is null and i.status in ${runningCodes} and (u.frozen_at is not null or h.maintenance_since is not null)`),
} satisfies Record<string, (look: DueQuery) => RawBuilder<unknown>>

export type DueWork = keyof typeof dueQueries

/** All SQL that determines when work is due. */
export const dueWorkRepo = (db: Kysely<DB>) => ({
  /** Returns the earliest time at which one of these loops has work; null if none is foreseeable. */
  nextDue: async (names: readonly DueWork[], look: DueQuery): Promise<Date | null> => {
    const moments = sql.join(names.map((name) => dueQueries[name](look)))
    const { rows } = await sql<{ at: Date | null }>`select least(${moments}) as at`.execute(db)
    return rows[0]!.at
  },
})
