import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { insertUser, updateUserWithPhone } from '#server/db/users.ts'

/** All SQL for accounts that sign-in and registration need. */
export const authRepo = (db: Kysely<DB>) => ({
  findByPhone: (phone: string) =>
    db.selectFrom('users').select(['id', 'phone', 'password_hash', 'account_type']).where('phone', '=', phone).executeTakeFirst(),
  /** Whether somebody has invited the holder of a phone to become their sub-account. */
  isInvited: async (phone: string, now: Date): Promise<boolean> =>
    (await db
      .selectFrom('sub_accounts')
      .select('user_id')
      .where('invited_phone', '=', phone)
      .where('invited_until', '>', now)
      .executeTakeFirst()) !== undefined,
  get: (id: string) =>
    db
      .selectFrom('users')
      .select(['id', 'phone', 'role', 'password_hash', 'password_set_at', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  /** Locks the account against a password change until the transaction ends; also serialises sign-ins. */
  lock: (id: string) =>
    db
      .selectFrom('users')
      .select(['id', 'phone', 'password_hash', 'role', 'frozen_at', 'closing_at', 'closed_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(),
  findByInviteCode: (inviteCode: string) =>
    db.selectFrom('users').select('id').where('invite_code', '=', inviteCode).executeTakeFirst(),
  /** Returns false if the phone already has an account. */
  insert: (row: Insertable<DB['users']>) => insertUser(db, row),
  setPassword: (id: string, passwordHash: string, passwordSetAt: Date) =>
    db.updateTable('users').set({ password_hash: passwordHash, password_set_at: passwordSetAt }).where('id', '=', id).execute(),
  /** Locks the account to change its password. */
  lockForPassword: (id: string) =>
    db.selectFrom('users').select(['id', 'password_hash']).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow(),
  /** Locks the account to change its phone. The phone is a key, so this waits for every write that references the user. */
  lockForPhone: (id: string) =>
    db.selectFrom('users').select(['id', 'phone']).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),
  /** Returns false if another account has the phone; the transaction is then aborted. */
  setPhone: (id: string, phone: string) => updateUserWithPhone(db, id, { phone }),
  keepOpen: (id: string) => db.updateTable('users').set({ closing_at: null }).where('id', '=', id).execute(),
})
