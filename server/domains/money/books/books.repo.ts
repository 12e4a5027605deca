import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { DB } from '#server/db/types.ts'
import type { AuditFinding } from '#server/ledger/audit.ts'

export interface BooksAudit {
  begun_at: Date
  ended_at: Date
  findings: readonly AuditFinding[]
  unchecked: readonly string[]
}

/** All SQL of the last audit of the books. */
export const booksRepo = (db: Kysely<DB>) => ({
  last: () => db.selectFrom('books_audit').selectAll().executeTakeFirstOrThrow(),
  lastViolatedRules: async (): Promise<string[]> => {
    const { rows } = await sql<{ rule: string }>`
      select f ->> 'rule' as rule from books_audit, jsonb_array_elements(findings) f`.execute(db)
    return rows.map(({ rule }) => rule)
  },
  save: ({ findings, unchecked, ...times }: BooksAudit) =>
    db
      .updateTable('books_audit')
      .set({ ...times, findings: JSON.stringify(findings), unchecked: JSON.stringify(unchecked) })
      .execute(),
  usersInRoles: (roles: readonly Role[]) => db.selectFrom('users').select('id').where('role', 'in', roles).execute(),
})
