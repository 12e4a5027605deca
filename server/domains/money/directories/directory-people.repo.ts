import type { Insertable, Kysely, Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for the people that directories vouch for. */
export const directoryPeopleRepo = (db: Kysely<DB>) => ({
  find: (directoryId: string, subject: string) =>
    db
      .selectFrom('directory_people as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .leftJoin('sub_accounts as s', 's.user_id', 'p.user_id')
      .selectAll('p')
      .select(['u.frozen_at', 's.project_id'])
      .where('p.directory_id', '=', directoryId)
      .where('p.subject', '=', subject)
      .executeTakeFirst(),
  /** The directory that vouches for a user. */
  directoryOf: (userId: string) =>
    db
      .selectFrom('directory_people as p')
      .innerJoin('directories as d', 'd.id', 'p.directory_id')
      .selectAll('d')
      .select('p.subject')
      .where('p.user_id', '=', userId)
      .executeTakeFirst(),
  insert: (row: Insertable<DB['directory_people']>) => db.insertInto('directory_people').values(row).execute(),
  update: (userId: string, changes: Updateable<DB['directory_people']>) =>
    db.updateTable('directory_people').set(changes).where('user_id', '=', userId).execute(),
  /** Returns the next people of a directory who have not left, by subject. */
  present: (directoryId: string, after: string, count: number) =>
    db
      .selectFrom('directory_people')
      .select(['subject', 'user_id', 'seen_at'])
      .where('directory_id', '=', directoryId)
      .where('left_at', 'is', null)
      .where('subject', '>', after)
      .orderBy('subject')
      .limit(count)
      .execute(),
  /** Returns those who have not left and have not signed in since a time. */
  absent: (directoryId: string, since: Date, count: number) =>
    db
      .selectFrom('directory_people')
      .select(['subject', 'user_id'])
      .where('directory_id', '=', directoryId)
      .where('left_at', 'is', null)
      .where('seen_at', '<', since)
      .orderBy('seen_at')
      .orderBy('subject')
      .limit(count)
      .execute(),
})
