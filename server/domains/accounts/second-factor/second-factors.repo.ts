import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for second factors, their enrolment and their recovery codes. */
export const secondFactorsRepo = (db: Kysely<DB>) => ({
  find: (userId: string) =>
    db.selectFrom('second_factors').select(['secret_cipher', 'added_at']).where('user_id', '=', userId).executeTakeFirst(),
  /** Returns false if the user has one already. */
  insert: async (row: { user_id: string; secret_cipher: string; last_step: bigint; added_at: Date }): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('second_factors')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  /** Uses up the codes of a time step and of all before it. Returns false if it was used already. */
  spendStep: async (userId: string, step: bigint): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  /** Removes the factor with its recovery codes. Returns false if there was none. */
  remove: async (userId: string): Promise<boolean> => {
    await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    const { numDeletedRows } = await db.deleteFrom('second_factors').where('user_id', '=', userId).executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
  /** Keeps one secret per user: that of the newest enrolment. */
  saveEnrolment: (row: { user_id: string; secret_cipher: string; expires_at: Date }) =>
    db
      .insertInto('second_factor_enrolments')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute(),
  findEnrolment: (userId: string, now: Date) =>
    db
      .selectFrom('second_factor_enrolments')
      .select('secret_cipher')
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  /** Returns false if the enrolment was replaced or confirmed meanwhile. */
  takeEnrolment: async (userId: string, secretCipher: string): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('second_factor_enrolments')
      .where('user_id', '=', userId)
      .where('secret_cipher', '=', secretCipher)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
  replaceRecoveryCodes: async (userId: string, codeHashes: readonly string[]): Promise<void> => {
    await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    await db
      .insertInto('recovery_codes')
      .values(codeHashes.map((codeHash) => ({ user_id: userId, code_hash: codeHash })))
      .execute()
  },
  hasRecoveryCode: async (userId: string, codeHash: string): Promise<boolean> =>
    (await db
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .executeTakeFirst()) !== undefined,
  /** Returns false if the code was used already. */
  spendRecoveryCode: async (userId: string, codeHash: string, now: Date): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  countRecoveryCodes: async (userId: string): Promise<number> =>
    Number(
      (
        await db
          .selectFrom('recovery_codes')
          .select((eb) => eb.fn.countAll<bigint>().as('count'))
          .where('user_id', '=', userId)
          .where('used_at', 'is', null)
          .executeTakeFirstOrThrow()
      ).count,
    ),
})
