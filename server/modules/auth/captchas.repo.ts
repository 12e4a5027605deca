import { type Insertable, type Kysely, sql } from 'kysely'
import type { CaptchaPurpose } from '#contract/auth.ts'
import type { DB } from '#server/db/types.ts'

/** All SQL of verification codes. Only the newest code of a phone and purpose counts. */
export const captchasRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['captchas']>) => db.insertInto('captchas').values(row).execute(),
  remove: (id: string) => db.deleteFrom('captchas').where('id', '=', id).execute(),
  /** Compares and counts a wrong try in one statement, so that parallel guesses cannot exceed `tries_max`. Undefined: none to compare with. */
  compare: (asked: { phone: string; captcha_type: CaptchaPurpose; code_hash: string; tries_max: number }, now: Date) =>
    db
      .updateTable('captchas')
      .set({ tries: sql<number>`tries + (code_hash <> ${asked.code_hash})::int` })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('captchas')
          .select('id')
          .where('phone', '=', asked.phone)
          .where('captcha_type', '=', asked.captcha_type)
          .orderBy('created_at', 'desc')
          .limit(1),
      )
      .where('tries', '<', asked.tries_max)
      .where('expires_at', '>', now)
      .returning(['id', sql<boolean>`code_hash = ${asked.code_hash}`.as('right')])
      .executeTakeFirst(),
  /** False when the code was used before. */
  spend: async (id: string, now: Date) => {
    const { numUpdatedRows } = await db
      .updateTable('captchas')
      .set({ used_at: now })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
})
