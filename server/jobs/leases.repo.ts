import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/**
 * Takes or renews a named lease; returns false while another node holds it. Leases only save work: jobs are correct without them.
 * A lease that ends far in the future was taken before the clock jumped back, and may be taken over.
 */
export async function claimLease(db: Kysely<DB>, name: string, holder: string, now: Date, until: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into leases (name, holder, until) values (${name}, ${holder}, ${until})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where leases.until <= ${now} or leases.holder = excluded.holder or leases.until > ${new Date(until.getTime() + 3_600_000)}
    returning 1`.execute(db)
  return rows.length === 1
}
