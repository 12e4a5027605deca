import type { Insertable, Kysely, Selectable } from 'kysely'
import { findViolatedConstraint } from '#server/db/errors.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

const maskedColumns = [
  'c.id',
  'c.user_id',
  'c.kind',
  'c.status',
  'c.organisation',
  'c.number_masked',
  'c.person_masked',
  'c.standing',
  'c.email_masked',
  'c.reason',
  'c.submitted_at',
  'c.decided_at',
] as const

type Row = Selectable<DB['certifications']>
export type MaskedCertification = Pick<
  Row,
  | 'id'
  | 'user_id'
  | 'kind'
  | 'status'
  | 'organisation'
  | 'number_masked'
  | 'person_masked'
  | 'standing'
  | 'email_masked'
  | 'reason'
  | 'submitted_at'
  | 'decided_at'
>

/** All SQL for company and university certifications. Only `sealed` reads sealed columns. */
export const certificationsRepo = (db: Kysely<DB>) => {
  const cases = () =>
    db
      .selectFrom('certifications as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .leftJoin('real_names as n', 'n.user_id', 'c.user_id')
      .leftJoin('users as d', 'd.id', 'c.decided_by')
      .select([
        ...maskedColumns,
        'c.picture_id',
        'c.number_index',
        'c.decided_by',
        'u.nickname',
        'n.name_masked',
        'd.nickname as decider',
      ])
  return {
    insert: (row: Insertable<DB['certifications']>) => db.insertInto('certifications').values(row).execute(),
    latest: (userId: string): Promise<MaskedCertification | undefined> =>
      db
        .selectFrom('certifications as c')
        .select(maskedColumns)
        .where('c.user_id', '=', userId)
        .orderBy('c.submitted_at', 'desc')
        .orderBy('c.id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    list: (userId: string): Promise<MaskedCertification[]> =>
      db
        .selectFrom('certifications as c')
        .select(maskedColumns)
        .where('c.user_id', '=', userId)
        .orderBy('c.submitted_at', 'desc')
        .orderBy('c.id', 'desc')
        .execute(),
    hasOpen: async (userId: string) =>
      (await db
        .selectFrom('certifications')
        .select('id')
        .where('user_id', '=', userId)
        .where('status', 'in', ['pending', 'passed'])
        .executeTakeFirst()) !== undefined,
    /** Returns whether the number has been approved for another user. */
    isTaken: async (numberIndex: string, userId: string) =>
      (await db
        .selectFrom('certifications')
        .select('id')
        .where('number_index', '=', numberIndex)
        .where('status', '=', 'passed')
        .where('user_id', '<>', userId)
        .executeTakeFirst()) !== undefined,
    cases: ({
      keyword,
      status,
      kind,
      ...page
    }: {
      page: number
      page_size: number
      order?: 'asc' | 'desc'
      keyword?: string
      status?: string
      kind?: string
    }) => {
      let rows = cases()
      if (status) rows = rows.where('c.status', '=', status)
      if (kind) rows = rows.where('c.kind', '=', kind)
      if (keyword) {
        rows = rows.where((eb) =>
          eb.or([
            eb('c.organisation', 'ilike', toLikePattern(keyword)),
            eb('u.nickname', 'ilike', toLikePattern(keyword)),
            eb('u.id', '=', keyword),
            eb('c.id', '=', keyword),
          ]),
        )
      }
      return loadPage(rows, { ...page, order: page.order ?? 'asc' }, 'c.submitted_at', 'c.id')
    },
    case: (id: string) => cases().where('c.id', '=', id).executeTakeFirst(),
    lock: (id: string) => db.selectFrom('certifications').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    lockPending: (userId: string) =>
      db
        .selectFrom('certifications')
        .select(['id', 'picture_id'])
        .where('user_id', '=', userId)
        .where('status', '=', 'pending')
        .forNoKeyUpdate()
        .executeTakeFirst(),
    sealed: (id: string) =>
      db
        .selectFrom('certifications as c')
        .leftJoin('real_names as n', 'n.user_id', 'c.user_id')
        .select([
          'c.user_id',
          'c.status',
          'c.number_cipher',
          'c.person_cipher',
          'c.email_cipher',
          'c.picture_id',
          'n.name_cipher',
          'n.id_number_cipher',
        ])
        .where('c.id', '=', id)
        .executeTakeFirst(),
    /** Returns false if the number was approved for another account meanwhile; the transaction is then aborted. */
    close: (
      id: string,
      row: { status: 'passed' | 'refused' | 'withdrawn'; reason?: string; decided_at?: Date; decided_by?: string },
    ): Promise<boolean> =>
      db
        .updateTable('certifications')
        .set({ ...row, picture_id: null })
        .where('id', '=', id)
        .execute()
        .then(
          () => true,
          (error: unknown) => {
            if (findViolatedConstraint(error) !== 'certifications_number') throw error
            return false
          },
        ),
  }
}
