import type { Insertable, Kysely } from 'kysely'
import { findViolatedConstraint } from '#server/db/errors.ts'
import type { DB } from '#server/db/types.ts'

/** All SQL of accounts as far as signing in and registering need it. */
export const authRepo = (db: Kysely<DB>) => ({
  findByPhone: (phone: string) =>
    db.selectFrom('users').select(['id', 'phone', 'password_hash', 'account_type']).where('phone', '=', phone).executeTakeFirst(),
  /** Whether somebody waits for the holder of a phone to become a sub-account. */
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
      .select(['id', 'phone', 'password_hash', 'password_set_at', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  /** Holds the account against a change of its password until the transaction ends; one signs in after the other. */
  lock: (id: string) =>
    db
      .selectFrom('users')
      .select(['id', 'password_hash', 'role', 'frozen_at', 'closing_at', 'closed_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(),
  findByInviteCode: (inviteCode: string) =>
    db.selectFrom('users').select('id').where('invite_code', '=', inviteCode).executeTakeFirst(),
  /** False when the phone has an account already. */
  insert: async (row: Insertable<DB['users']>) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('users')
      .values(row)
      .onConflict((conflict) => conflict.column('phone').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  setPassword: (id: string, passwordHash: string, passwordSetAt: Date) =>
    db.updateTable('users').set({ password_hash: passwordHash, password_set_at: passwordSetAt }).where('id', '=', id).execute(),
  /** Holds the account for a change of its password. */
  lockForPassword: (id: string) =>
    db.selectFrom('users').select(['id', 'password_hash']).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow(),
  /** Holds the account for a change of its phone, which is a key: whoever writes something of this person ends first. */
  lockForPhone: (id: string) =>
    db.selectFrom('users').select(['id', 'phone']).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),
  /** False when another account has the phone; the transaction is lost then. */
  setPhone: (id: string, phone: string): Promise<boolean> =>
    db
      .updateTable('users')
      .set({ phone })
      .where('id', '=', id)
      .execute()
      .then(
        () => true,
        (error: unknown) => {
          if (findViolatedConstraint(error) !== 'users_phone_key') throw error
          return false
        },
      ),
  keepOpen: (id: string) => db.updateTable('users').set({ closing_at: null }).where('id', '=', id).execute(),
})
