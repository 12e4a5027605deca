import type { Insertable, Kysely, Updateable } from 'kysely'
import { findViolatedConstraint } from './errors.ts'
import type { DB } from './types.ts'

/** Returns false if the phone already has an account. */
export async function insertUser(db: Kysely<DB>, row: Insertable<DB['users']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Changes a user and the phone. Returns false if another account has the phone; the transaction is then aborted. */
export const updateUserWithPhone = (
  db: Kysely<DB>,
  id: string,
  changes: Updateable<DB['users']> & { phone: string },
): Promise<boolean> =>
  db
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .execute()
    .then(
      () => true,
      (error: unknown) => {
        if (findViolatedConstraint(error) !== 'users_phone_key') throw error
        return false
      },
    )
