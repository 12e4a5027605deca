import pg from 'pg'
import { createDatabase, type Database } from '#server/db/database.ts'
import { getColumnParser, toPostgresText } from '#server/db/text-values.ts'

/** A database of PostgreSQL as the driver is by itself: each statement is parsed and planned anew. */
export function openPlainDriver(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, types: { getTypeParser: getColumnParser as typeof pg.types.getTypeParser } })
  return createDatabase('postgres', {
    acquire: async () => {
      const client = await pool.connect()
      return {
        run: async (sql, parameters) => {
          const { rows, command, rowCount } = await client.query(sql, parameters.map(toPostgresText))
          return { rows, command, row_count: rowCount ?? undefined }
        },
        release: (broken) => client.release(broken),
      }
    },
    listen: async () => async () => {},
    close: () => pool.end(),
  })
}
