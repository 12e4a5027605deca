import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { type CashEntry, computeUnderpaidCharges, type PaidShare } from '#server/ledger/coverage.policy.ts'

export interface Coverage {
  /** Last cash entry considered; later entries are not known to be paid. */
  to_entry: bigint
  /** Charges up to `to_entry` that paid-in money has not covered in full, by entry. */
  short: ReadonlyMap<bigint, PaidShare>
}

interface FamilyWallet {
  user_id: string
  family_id: string
  to_entry: bigint
  /** The family owes nothing and received no gifts from operators; all its charges are paid. */
  plain: boolean
}

/**
 * Determines which charges of users are covered by paid-in money (docs/decisions/054). A master and his sub-accounts form one
 * family: with debts or gifts, its wallets are replayed through the whole ledger; otherwise the balances suffice. The result
 * depends only on the ledger, not on the time of the call.
 */
export async function getCoverage(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Coverage>> {
  if (userIds.length === 0) return new Map()
  const { rows: wallets } = await sql<FamilyWallet>`
    with asked as (select distinct coalesce(master_id, id) as family_id from users where id = any(${[...new Set(userIds)]}::text[])),
    members as (
      select f.family_id, u.id as user_id, a.id as account_id, a.balance_fen
      from asked f join users u on u.id = f.family_id or u.master_id = f.family_id
      join accounts a on a.user_id = u.id and a.kind = 'cash'),
    families as (
      select family_id, bool_and(balance_fen >= 0
        and not exists (select 1 from balance_adjustments b where b.user_id = m.user_id and b.amount_fen > 0)
        and not exists (select 1 from orders o join order_refunds r on r.order_id = o.id
                        where o.user_id = m.user_id and r.operator_id is not null and not r.took_time)) as plain
      from members m group by family_id)
    select m.user_id, m.family_id, f.plain,
      coalesce((select max(e.id) from ledger_entries e where e.account_id = m.account_id), 0)::bigint as to_entry
    from members m join families f on f.family_id = m.family_id`.execute(db)
  const families = [...new Set(wallets.filter(({ plain }) => !plain).map(({ family_id: familyId }) => familyId))]
  const known = new Map<string, ReadonlyMap<bigint, PaidShare>>()
  for (const familyId of families) {
    const family = wallets.filter((wallet) => wallet.family_id === familyId)
    known.set(familyId, computeUnderpaidCharges(await listCashEntries(db, family)))
  }
  const none: Coverage['short'] = new Map()
  return new Map(
    wallets.map(({ user_id: userId, family_id: familyId, to_entry: toEntry }) => [
      userId,
      { to_entry: toEntry, short: known.get(familyId) ?? none },
    ]),
  )
}

async function listCashEntries(db: Kysely<DB>, family: readonly FamilyWallet[]): Promise<CashEntry[]> {
  const { rows } = await sql<CashEntry>`
    select e.id, e.transaction_id, a.user_id, t.kind, e.amount_fen, t.ref,
      t.kind = 'adjust' or (t.kind = 'refund' and exists (
        select 1 from order_refunds r where r.transaction_id = t.id and r.operator_id is not null and not r.took_time)) as gift
    from unnest(${family.map(({ user_id: userId }) => userId)}::text[], ${family.map(({ to_entry: toEntry }) => toEntry)}::bigint[]) as k(user_id, to_entry)
    join accounts a on a.user_id = k.user_id and a.kind = 'cash'
    join ledger_entries e on e.account_id = a.id and e.id <= k.to_entry join ledger_transactions t on t.id = e.transaction_id
    order by e.id`.execute(db)
  return rows
}
