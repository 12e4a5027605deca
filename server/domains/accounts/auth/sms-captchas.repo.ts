import { type Insertable, type Kysely, sql } from 'kysely'
import type { CaptchaPurpose } from '#contract/auth.ts'
import type { DB } from '#server/db/types.ts'

interface CaptchaQuery {
  phone: string
  captcha_type: CaptchaPurpose
  /** Hash of the code under each key. */
  code_hashes: string[]
  network: string
  tries_max: number
}

/** SQL for whether a code was requested from this network. */
const askedFrom = (network: string) => sql<boolean>`(coalesce(network, ${network}) = ${network})`

/**
 * All SQL for verification codes. For a phone and purpose, the newest code requested from the caller's network counts, else the
 * newest.
 */
export const captchasRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['captchas']>) => db.insertInto('captchas').values(row).execute(),
  remove: (id: string) => db.deleteFrom('captchas').where('id', '=', id).execute(),
  /**
   * Compares the code and counts a wrong attempt in one statement, so that parallel guesses cannot exceed `tries_max`. The
   * requesting network and all other networks together are counted separately. Undefined if there is no code to compare with.
   */
  compare: (
    { phone, captcha_type: captchaType, code_hashes: codeHashes, network, tries_max: triesMax }: CaptchaQuery,
    now: Date,
  ) =>
    db
      .updateTable('captchas')
      .set({
        tries: sql<number>`tries + (code_hash <> all(${codeHashes}::text[]) and ${askedFrom(network)})::int`,
        other_tries: sql<number>`other_tries + (code_hash <> all(${codeHashes}::text[]) and not ${askedFrom(network)})::int`,
      })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('captchas')
          .select('id')
          .where('phone', '=', phone)
          .where('captcha_type', '=', captchaType)
          .where('expires_at', '>', now)
          .orderBy(askedFrom(network), 'desc')
          .orderBy('created_at', 'desc')
          .limit(1),
      )
      .where(sql<number>`case when ${askedFrom(network)} then tries else other_tries end`, '<', triesMax)
      .where('expires_at', '>', now)
      .returning(['id', sql<boolean>`code_hash = any(${codeHashes}::text[])`.as('right')])
      .executeTakeFirst(),
  /** Returns false if the code was already used. */
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
