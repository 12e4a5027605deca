import { type Insertable, type Kysely, sql } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'
import { hashTicket } from '#server/lib/ids.ts'

export interface PortTicket {
  instance_id: string
  user_id: string
  session_id: string
  port: number
  expires_at: Date
}

/** An open connection: its user and, for port links, the session it was opened with. */
export interface InstanceConnection {
  instance_id: string
  user_id: string
  session_id: string | null
}

/** All SQL of instance access: passwords, tickets and connection rights. */
export const instanceAccessRepo = (db: Kysely<DB>) => {
  /** Unreleased instances whose owner is not frozen. */
  const usable = () =>
    db
      .selectFrom('instances as i')
      .innerJoin('users as u', 'u.id', 'i.user_id')
      .where('i.released_at', 'is', null)
      .where('u.frozen_at', 'is', null)
  return {
    /** Returns what a login is checked against. */
    findLogin: (instanceId: string) =>
      usable()
        .leftJoin('instance_passwords as p', 'p.instance_id', 'i.id')
        .where('i.id', '=', instanceId)
        .select(['i.id', 'i.user_id', 'i.authorized_key', 'i.secret_key_name', 'p.password_hash'])
        .executeTakeFirst(),
    /** Returns the instance if it is running and belongs to the user. */
    findRunning: (instanceId: string, userId: string) =>
      usable()
        .where('i.id', '=', instanceId)
        .where('i.user_id', '=', userId)
        .where('i.status', '=', instanceStatusCodes.running)
        .select(['i.id', 'i.host_id', 'i.generation', 'i.boot'])
        .executeTakeFirst(),
    isSignedIn: async (sessionId: string, userId: string): Promise<boolean> => {
      const session = db.selectFrom('sessions').select('id').where('id', '=', sessionId).where('user_id', '=', userId)
      return (await session.where('revoked_at', 'is', null).executeTakeFirst()) !== undefined
    },
    /**
     * Returns the indexes of the entries that may stay connected: the instance runs (also while its image is saved), belongs to
     * the user, and the session has not ended.
     */
    listRightfulIndexes: async (entries: readonly InstanceConnection[]): Promise<Set<number>> => {
      if (entries.length === 0) return new Set()
      const { rows } = await sql<{ nth: number }>`
        select e.nth from jsonb_to_recordset(${JSON.stringify(entries.map((entry, nth) => ({ ...entry, nth })))}::jsonb)
          as e (nth integer, instance_id text, user_id text, session_id text)
        join instances i on i.id = e.instance_id and i.user_id = e.user_id
          and i.status in (${instanceStatusCodes.running}, ${instanceStatusCodes.saving}) and i.desired = 'running'
        join users u on u.id = e.user_id and u.frozen_at is null
        left join sessions s on s.id = e.session_id and s.user_id = e.user_id and s.revoked_at is null
        where e.session_id is null or s.id is not null`.execute(db)
      return new Set(rows.map(({ nth }) => nth))
    },
    /** Returns the encrypted password, if it is kept for reading. */
    findPassword: (instanceId: string) =>
      db.selectFrom('instance_passwords').select('password_cipher').where('instance_id', '=', instanceId).executeTakeFirst(),
    /** Returns false if the instance already has a password. */
    insertPassword: async (row: Insertable<DB['instance_passwords']>): Promise<boolean> => {
      const insert = db.insertInto('instance_passwords').values(row)
      const { numInsertedOrUpdatedRows } = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    /** Sets a new password, of which only the hash is kept. */
    setPassword: (instanceId: string, passwordHash: string, setAt: Date) =>
      db
        .insertInto('instance_passwords')
        .values({ instance_id: instanceId, password_hash: passwordHash, set_at: setAt })
        .onConflict((conflict) =>
          conflict.column('instance_id').doUpdateSet({ password_hash: passwordHash, password_cipher: null, set_at: setAt }),
        )
        .execute(),
    insertTicket: (ticket: string, row: PortTicket) =>
      db
        .insertInto('port_tickets')
        .values({ hash: hashTicket(ticket), ...row })
        .execute(),
    /** Consumes a one-time ticket; a second call finds nothing. */
    takeTicket: (ticket: string) =>
      db.deleteFrom('port_tickets').where('hash', '=', hashTicket(ticket)).returningAll().executeTakeFirst(),
    /** Whether the timeline already has the same line since then. */
    isNoted: async (instanceId: string, title: string, detail: string, since: Date): Promise<boolean> => {
      const row = db
        .selectFrom('instance_events')
        .select('id')
        .where('instance_id', '=', instanceId)
        .where('title', '=', title)
        .where('detail', '=', detail)
        .where('at', '>', since)
      return (await row.limit(1).executeTakeFirst()) !== undefined
    },
    recordLogin: (row: { at: Date; user_id: string; target_id: string; ip: string; user_agent: string; request_id: string }) =>
      db
        .insertInto('audit_log')
        .values({ endpoint: 'ssh.login', ...row })
        .execute(),
  }
}
