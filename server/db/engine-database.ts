import { Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Engine } from './session.ts'
import { sessionDialect } from './session-dialect.ts'
import { OpenTransaction, runTransaction } from './transaction.ts'
import type { DB } from './types.ts'

/** The database that `engine` runs. */
export function engineDatabase(kind: Database['kind'], engine: Engine): Database {
  const open = new OpenTransaction()
  const refuseNesting = () => open.refuseNesting()
  const kysely = new Kysely<DB>({ dialect: sessionDialect(engine, refuseNesting) })
  return {
    kind,
    kysely,
    transaction: (work) => runTransaction(kysely, open, work),
    async listen(channel, onPayload) {
      refuseNesting()
      // LISTEN takes a name, not a parameter.
      if (!/^[a-z_]{1,63}$/.test(channel)) throw new Error(`not a channel name: ${channel}`)
      return await engine.listen(channel, onPayload)
    },
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(kysely)
    },
    async close() {
      await kysely.destroy()
      await engine.close()
    },
  }
}
