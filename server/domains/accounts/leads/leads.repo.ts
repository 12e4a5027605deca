import type { Insertable, Kysely } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

interface LeadQuery {
  page: number
  page_size: number
  order?: 'asc' | 'desc'
  keyword?: string
  state?: string
  interest?: string
  assigned?: 'me' | 'nobody'
}

/** All SQL for pre-sales leads. Leads have no owning user; only operators read them. */
export const leadsRepo = (db: Kysely<DB>) => {
  const leads = () =>
    db
      .selectFrom('leads as l')
      .leftJoin('users as a', 'a.id', 'l.assignee_id')
      .selectAll('l')
      .select((eb) => [
        'a.nickname as assignee_name',
        eb
          .selectFrom('lead_notes as n')
          .select('n.note')
          .whereRef('n.lead_id', '=', 'l.id')
          .orderBy('n.at', 'desc')
          .orderBy('n.id', 'desc')
          .limit(1)
          .as('last_note'),
      ])
  return {
    list: (operatorId: string, { keyword, state, interest, assigned, ...page }: LeadQuery) => {
      let rows = leads()
      if (state) rows = rows.where('l.state', '=', state)
      if (interest) rows = rows.where('l.interest', '=', interest)
      if (assigned === 'me') rows = rows.where('l.assignee_id', '=', operatorId)
      if (assigned === 'nobody') rows = rows.where('l.assignee_id', 'is', null)
      // Match full phone numbers only: knowing part of a number must not reveal the rest.
      if (keyword) {
        const like = toLikePattern(keyword)
        rows = rows.where((eb) =>
          eb.or([
            eb('l.phone', '=', keyword),
            eb('l.name', 'ilike', like),
            eb('l.company', 'ilike', like),
            eb('l.message', 'ilike', like),
            eb('l.id', '=', keyword),
          ]),
        )
      }
      return loadPage(rows, page, 'l.created_at', 'l.id')
    },
    find: (id: string) => leads().where('l.id', '=', id).executeTakeFirst(),
    lock: (id: string) => db.selectFrom('leads').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    insert: (row: Insertable<DB['leads']>) => db.insertInto('leads').values(row).execute(),
    update: (id: string, changes: { state?: string; assignee_id?: string }) =>
      db.updateTable('leads').set(changes).where('id', '=', id).execute(),
    cameSince: async (since: Date): Promise<boolean> => {
      const row = await db.selectFrom('leads').select('id').where('created_at', '>', since).limit(1).executeTakeFirst()
      return row !== undefined
    },
    addNote: (row: Insertable<DB['lead_notes']>) => db.insertInto('lead_notes').values(row).execute(),
    notes: (leadId: string) =>
      db
        .selectFrom('lead_notes as n')
        .innerJoin('users as u', 'u.id', 'n.author_id')
        .select(['n.id', 'n.at', 'n.state', 'n.note', 'n.author_id', 'u.nickname'])
        .where('n.lead_id', '=', leadId)
        .orderBy('n.at', 'desc')
        .orderBy('n.id', 'desc')
        .execute(),
    colleagues: (ids: readonly string[]) =>
      db.selectFrom('users').select(['id', 'nickname']).where('id', 'in', ids).orderBy('nickname').execute(),
  }
}
