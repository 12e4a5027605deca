import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { allEndpoints } from '#contract/index.ts'
import { createMoneyCalls, type PreparedCall } from '#tests/server/money-model/money-calls.ts'
import { addOperatorTeam } from '#tests/support/activities.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { getRandomRuns } from '#tests/support/random-runs.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

/** Calls with an idempotency key that move no money, and ask, promise or settle nothing about any. */
const noMoney = [
  ...['users.verify_real_name', 'certification.submit_company', 'certification.submit_university'],
  ...['instances.start_without_gpu', 'instances.restart', 'instances.save_image', 'instances.change_image'],
  ...['instances.resize_disk', 'instances.migrate', 'instances.bulk', 'guards.extend'],
  ...['queue.create', 'queue.boot', 'queue.cancel', 'stock_alerts.create', 'stock_alerts.cancel', 'views.create'],
  ...['secret_keys.create', 'llm_keys.create', 'invoice_titles.create'],
  ...['invoices.resend', 'operator_invoices.replace_file', 'sub_accounts.update', 'sub_accounts.freeze', 'sub_accounts.unfreeze'],
  ...['sub_accounts.invite', 'projects.create', 'projects.update', 'projects.remove'],
  ...['operator_products.create', 'operator_products.update', 'operator_products.on_sale', 'operator_products.off_sale'],
  ...['operator_products.request_price', 'operator_regions.create', 'operator_regions.update'],
  ...['operator_hosts.register', 'operator_hosts.drain', 'operator_hosts.undrain', 'operator_hosts.announce'],
  ...['operator_hosts.restore', 'operator_gpus.restore', 'operator_gpus.remove'],
  ...[
    'operator_hosts.cancel',
    'operator_hosts.finish',
    'operator_quarantine.remove',
    'operator_images.create',
    'operator_images.update',
  ],
  ...['operator_images.online', 'operator_images.offline', 'operator_users.freeze', 'operator_users.request_unfreeze'],
  ...['operator_users.request_role', 'operator_real_names.pass', 'operator_real_names.refuse', 'operator_instances.stop'],
  ...['operator_identities.pass', 'operator_identities.refuse'],
  ...['operator_changes.reject', 'operator_changes.withdraw', 'operator_bank_transfers.reject'],
  ...['operator_coupons.create', 'operator_coupons.stop', 'operator_coupons.make_codes'],
  ...['operator_leads.take', 'operator_leads.assign', 'operator_leads.follow'],
  ...['operator_help_articles.show', 'operator_help_articles.hide', 'operator_home_message.update'],
  ...['operator_home_message.reset', 'operator_banners.create', 'operator_banners.update', 'operator_banners.remove'],
  ...['operator_activities.create', 'operator_activities.update', 'operator_activities.request_terms'],
  ...['operator_activities.show', 'operator_activities.hide', 'operator_announcements.create'],
  ...['operator_announcements.update', 'operator_announcements.cancel'],
  ...['image_releases.create', 'image_releases.add_version', 'image_releases.submit', 'image_releases.withdraw'],
  ...['image_releases.offline', 'image_releases.online', 'originals.create', 'originals.withdraw'],
  ...['creators.apply', 'my_data_sets.create', 'my_data_sets.update', 'my_data_sets.add_version'],
  ...['my_data_sets.remove', 'my_data_sets.submit', 'my_data_sets.withdraw', 'my_data_sets.offline'],
  ...['my_data_sets.online', 'my_data_sets.remove_version', 'instance_data_sets.update', 'operator_image_reviews.approve'],
  ...[
    'operator_image_reviews.reject',
    'operator_image_reviews.offline',
    'operator_image_reviews.online',
    'operator_originals.approve',
  ],
  ...['operator_originals.reject', 'operator_data_sets.approve', 'operator_data_sets.reject', 'operator_data_sets.offline'],
  ...[
    'operator_data_sets.online',
    'operator_data_set_types.create',
    'operator_data_set_types.update',
    'operator_data_set_types.remove',
  ],
  ...['operator_storage.set_quota', 'operator_creators.approve', 'operator_creators.refuse', 'operator_creators.revoke'],
  ...[
    'operator_llm_models.create',
    'operator_llm_models.update',
    'operator_llm_models.on_offer',
    'operator_llm_models.off_offer',
  ],
  ...['operator_llm_models.request_price', 'directories.update_rules', 'operator_directories.create'],
  ...['operator_directories.update', 'operator_directories.enable', 'operator_directories.disable'],
  ...['operator_engines.create', 'operator_engines.update', 'operator_engines.pin', 'operator_engines.remove'],
  ...['ledger_entries.export_task', 'consumption.export_task', 'llm_bills.export_task', 'operator_entries.export_task'],
]

/** Monday noon in Beijing, no holiday near. */
const clock = new HeldClock(new Date('2026-11-02T12:00:00+08:00'))
const many = getRandomRuns('ONCE_CALLS', 25)
/** How many at once, where a limit of tries counts each of them before its key is looked at. */
const atMost: Record<string, number> = { 'sub_accounts.create': 20, 'coupons.redeem': 10 }
let rental: RentalPlatform
let calls: ReturnType<typeof createMoneyCalls>
beforeAll(async () => {
  rental = await createRentalPlatform({ clock, hosts: [buildSimulatedHost('host-1', 'RTX 4090', 256)] })
  calls = createMoneyCalls(rental, await addOperatorTeam(rental))
})
afterAll(() => rental.close())

let keys = 0
const send = ({ by, endpoint, file }: PreparedCall, sent: PreparedCall['sent'], key: string) =>
  by.call(endpoint, sent, { headers: { 'idempotency-key': key }, ...(file && { file }) })

/** Everything a call may leave behind: rows by table, and all fen that were ever moved. */
async function traces(): Promise<Record<string, number>> {
  const tables = [
    ...['ledger_transactions', 'ledger_entries', 'orders', 'order_refunds', 'recharges', 'bank_transfers', 'withdrawals'],
    ...['withdrawal_parts', 'coupons', 'invoices', 'invoice_events', 'balance_adjustments', 'change_requests', 'sub_accounts'],
    ...['instances', 'instance_events', 'usage_charges', 'notifications', 'audit_log'],
  ]
  const counts = tables.map((table) => sql`select ${sql.lit(table)} as name, count(*)::bigint as n from ${sql.table(table)}`)
  const moved = sql`select 'fen', coalesce(sum(abs(amount_fen)), 0)::bigint from ledger_entries`
  const query = sql<{ name: string; n: bigint }>`${sql.join([...counts, moved], sql` union all `)}`
  const { rows } = await query.execute(rental.deps.database.kysely)
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]))
}

/** Sends a call that is ready so many times at once; answers its answer and what it left behind. */
async function effectOf(ready: PreparedCall, times: number) {
  const key = `once-${++keys}`
  const before = await traces()
  const replies = await Promise.all(Array.from({ length: times }, () => send(ready, ready.sent, key)))
  const after = await traces()
  const left = Object.entries(after).filter(([name, n]) => n !== before[name])
  return { key, replies, effect: Object.fromEntries(left.map(([name, n]) => [name, n - before[name]!])) }
}

const moneyCalls = allEndpoints.filter(({ name, endpoint }) => endpoint.idempotent && !noMoney.includes(name))

describe('product §11 Each money call, sent many times at once with one idempotency key', () => {
  it('is in the table: whoever adds a call with a key says here whether it moves money', () => {
    const known = allEndpoints.filter(({ endpoint }) => endpoint.idempotent).map(({ name }) => name)
    expect([...Object.keys(calls), ...noMoney].sort()).toEqual([...known].sort())
  })

  it.each(moneyCalls.map(({ name }) => name))(
    '%s has one effect and one answer, and no other answer under its key',
    async (name) => {
      const once = await effectOf(await calls[name]!(), 1)
      expect([name, once.replies[0]!.status, once.replies[0]!.code]).toEqual([name, 200, '0'])
      expect(once.effect).not.toEqual({})
      for (const times of [2, Math.min(atMost[name] ?? 50, many)]) {
        const ready = await calls[name]!()
        const { key, replies, effect } = await effectOf(ready, times)
        expect([...new Set(replies.map(({ status, raw }) => `${status} ${raw}`))]).toHaveLength(1)
        expect(replies[0]!.status).toBe(200)
        expect(effect).toEqual(once.effect)
        expect((await send(ready, ready.sent, key)).raw).toBe(replies[0]!.raw)
        expect((await send(ready, ready.other, key)).code).toBe(resultCodes.idempotency_conflict.code)
      }
    },
  )

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})
