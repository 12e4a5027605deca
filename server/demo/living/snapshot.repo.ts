import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Finds texts with a date of the story; rather one too many. */
const datePattern = '0[1-3]-[0-3][0-9]'

interface TableColumns {
  table: string
  dates: string[]
  texts: { name: string; json: boolean }[]
}

/** All SQL by which a snapshot is made ready to be kept, and to live on. */
export const snapshotRepo = (db: Kysely<DB>) => {
  async function columns(): Promise<TableColumns[]> {
    const { rows } = await sql<TableColumns>`
      select c.table_name as table,
        coalesce(json_agg(c.column_name) filter (where c.data_type in ('timestamp with time zone', 'date')), '[]') as dates,
        coalesce(json_agg(json_build_object('name', c.column_name, 'json', c.data_type = 'jsonb'))
          filter (where c.data_type in ('text', 'jsonb')), '[]') as texts
      from information_schema.columns c
      join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and c.table_name not like 'kysely%'
        and c.table_name not in ('account_days', 'ledger_days', 'consumption_lines', 'consumption_days')
      group by c.table_name order by c.table_name`.execute(db)
    return rows
  }

  async function shiftTexts({ table, texts }: TableColumns, shiftText: (text: string) => string): Promise<void> {
    for (const { name, json } of texts) {
      const column = sql.ref(name)
      const { rows } = await sql<{ place: string; text: string }>`
        select ctid::text as place, ${column}::text as text from ${sql.table(table)} where ${column}::text ~ ${datePattern}`.execute(
        db,
      )
      const moved = rows
        .map(({ place, text }) => ({ place, before: text, text: shiftText(text) }))
        .filter((row) => row.before !== row.text)
      if (moved.length === 0) continue
      await sql`update ${sql.table(table)} t set ${column} = ${json ? sql`v.text::jsonb` : sql`v.text`}
        from unnest(${moved.map(({ place }) => place)}::text[], ${moved.map(({ text }) => text)}::text[]) as v (place, text)
        where t.ctid = v.place::tid`.execute(db)
    }
  }

  return {
    /**
     * Moves every date and time of every table; the guards of append-only tables look away. Sums by day are counted anew: their
     * keys would meet each other on the way.
     */
    shift: async (days: number, shiftText: (text: string) => string): Promise<void> => {
      await sql`set local session_replication_role = replica`.execute(db)
      for (const of of await columns()) {
        await shiftTexts(of, shiftText)
        if (of.dates.length === 0) continue
        const moved = of.dates.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${days}::integer * interval '1 day'`)
        await sql`update ${sql.table(of.table)} set ${sql.join(moved)}`.execute(db)
      }
      await sql`set local session_replication_role = origin`.execute(db)
      await sql`select rebuild_daily_sums()`.execute(db)
    },
    setBudgetMonth: (month: string) => db.updateTable('sub_accounts').set({ topped_month: month }).execute(),
    installationId: async (): Promise<string | undefined> =>
      (await db.selectFrom('installation').select('id').executeTakeFirst())?.id,
    insertInstallation: (id: string) => db.insertInto('installation').values({ id }).execute(),
    setInstallationId: (id: string) => db.updateTable('installation').set({ id }).execute(),
    forgetDataKeys: () => db.deleteFrom('data_keys').execute(),
    realNames: () => db.selectFrom('real_names').select(['user_id', 'id_number_cipher']).execute(),
    setIdentityIndex: (userId: string, index: string) =>
      db.updateTable('real_names').set({ id_number_index: index }).where('user_id', '=', userId).execute(),
    certifications: () =>
      db.selectFrom('certifications').select(['id', 'user_id', 'kind', 'organisation', 'number_cipher']).execute(),
    setNumberIndex: (id: string, index: string) =>
      db.updateTable('certifications').set({ number_index: index }).where('id', '=', id).execute(),
    /** What only the program that played the story needed. */
    forgetTraces: async (): Promise<void> => {
      await db.deleteFrom('stream_events').execute()
      await db.deleteFrom('idempotency_keys').execute()
      await db.deleteFrom('captchas').execute()
      await db.deleteFrom('rate_limits').execute()
      await db.deleteFrom('refresh_tokens').execute()
      await db.deleteFrom('leases').execute()
    },
    /** From here on, samples are rolled up anew. */
    rollUpFrom: (at: Date) => db.updateTable('usage_rollups').set({ rolled_until: at }).where('rolled_until', '>', at).execute(),
  }
}
