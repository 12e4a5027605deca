import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** Returns every row of every table as text, to search for data that must not be stored. */
export async function dumpDatabase({ kysely }: Pick<Database, 'kysely'>): Promise<string> {
  const tables = await kysely.introspection.getTables()
  const dumps = tables.map(async ({ schema, name }) => {
    const { rows } = await sql<{
      line: string
    }>`select to_jsonb(t)::text as line from ${sql.id(schema ?? 'public', name)} t`.execute(kysely)
    return rows.map(({ line }) => `${name} ${line}`)
  })
  return (await Promise.all(dumps)).flat().join('\n')
}
