import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type SearchKind, searchResultMax } from '#contract/operator/search.ts'
import { hostStateSql } from '#server/db/host-state.ts'
import { toLikePattern, toPrefixPattern } from '#server/db/like.ts'
import { isUuid } from '#server/db/numbers.ts'
import type { DB } from '#server/db/types.ts'

interface FoundRow {
  kind: SearchKind
  id: string
  title: string
  /** For a user: the full phone; whoever presents it masks it. */
  detail: string
  state: string
}

const isPhoneEnd = (text: string) => /^\d{4}$/.test(text)

/**
 * One indexed read per kind. Long tables are searched by whole numbers and by the beginning of a name; hosts and products are few. A part
 * of a phone finds nobody but by the four digits that are shown of it: else the others could be found one by one. Real names lie sealed.
 */
const kindRows: Record<SearchKind, (text: string) => RawBuilder<unknown>> = {
  'operator-users': (text) => sql`
    select u.id, u.nickname as title, u.phone as detail, case when u.frozen_at is null then 'active' else 'frozen' end as state
    from users u where u.id in (
      select id from users where id = ${text} or phone = ${text} ${isUuid(text) ? sql`or uuid = ${text}::uuid` : sql``}
      union all (select id from users where ${isPhoneEnd(text)} and right(phone, 4) = ${text} limit ${searchResultMax})
      union all (select id from users where lower(nickname) like ${toPrefixPattern(text.toLowerCase())} limit ${searchResultMax}))
    order by u.id = ${text} or u.phone = ${text} desc, u.nickname, u.id`,
  'operator-instances': (text) => sql`
    select i.id, i.nick_name as title, i.id as detail, i.status::text as state
    from instances i where i.released_at is null and (
      i.id = ${text} or lower(i.nick_name) like ${toPrefixPattern(text.toLowerCase())})
    order by i.nick_name, i.id`,
  'operator-hosts': (text) => sql`
    select h.id, h.id as title, coalesce(r.name, '') as detail, ${hostStateSql} as state
    from hosts h left join regions r on r.id = h.region_id
      left join host_maintenances m on m.host_id = h.id and m.status in ('announced', 'under_way')
    where h.id ilike ${toLikePattern(text)} order by h.id`,
  'operator-products': (text) => sql`
    select p.id, p.name as title, r.name as detail, case when p.on_sale then 'on_sale' else 'off_sale' end as state
    from products p join regions r on r.id = p.region_id
    where p.name ilike ${toLikePattern(text)} or p.gpu_model ilike ${toLikePattern(text)} or p.id = ${text} order by p.sort, p.id`,
  'operator-orders': (text) => sql`
    select o.id, o.title, o.id as detail, o.status as state from orders o where o.id = ${text}`,
  'operator-recharges': (text) => sql`
    select r.id, u.nickname as title, r.trade_no as detail, r.status as state from recharges r join users u on u.id = r.user_id
    where r.id = ${text} or r.trade_no = ${text} or r.provider_no = ${text}`,
  'operator-bank-transfers': (text) => sql`
    select t.id, t.payer_name as title, t.id as detail, t.status as state from bank_transfers t
    where t.id = ${text} or t.bank_reference = ${text}`,
  'operator-withdrawals': (text) => sql`
    select w.id, u.nickname as title, w.id as detail, w.status as state from withdrawals w join users u on u.id = w.user_id
    where w.id = ${text}`,
  'operator-invoices': (text) => sql`
    select i.id, i.title ->> 'name' as title, coalesce(i.number, i.id) as detail, i.state from invoices i
    where i.id = ${text} or i.number = ${text} or i.red_number = ${text}`,
}

/** All SQL of the search of the back office. */
export const searchRepo = (db: Kysely<DB>) => ({
  /** Finds a text among rows of these kinds, a few of each, in one statement. */
  find: async (kinds: readonly SearchKind[], text: string): Promise<FoundRow[]> => {
    if (kinds.length === 0) return []
    const found = kinds.map(
      (kind) => sql`(select ${kind}::text as kind, x.* from (${kindRows[kind](text)} limit ${searchResultMax}) x)`,
    )
    const { rows } = await sql<FoundRow>`${sql.join(found, sql` union all `)}`.execute(db)
    return rows
  },
})
