import type { Kysely } from 'kysely'
import type { AuditScope } from '#contract/operator/audit.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

const maxHistoryRows = 50
const operatorCalls = 'operator\\_%'

/** All SQL that reads the audit log. Rows are written in the transaction of the audited change (http/audit.repo). */
export const auditLogRepo = (db: Kysely<DB>) => {
  const rows = () =>
    db
      .selectFrom('audit_log as l')
      .innerJoin('users as u', 'u.id', 'l.user_id')
      .select([
        'l.id',
        'l.at',
        'l.user_id',
        'u.nickname',
        'u.role',
        'l.endpoint',
        'l.target_id',
        'l.before',
        'l.after',
        'l.ip',
        'l.request_id',
      ])
  return {
    list: (
      query: {
        page: number
        page_size: number
        order?: 'asc' | 'desc'
        keyword?: string
        endpoint?: string
        by?: AuditScope
      },
      since: Date | undefined,
      securityCalls: readonly string[],
    ) => {
      let found = rows()
      if (query.endpoint) found = found.where('l.endpoint', '=', query.endpoint)
      if (query.by === 'operator') found = found.where('l.endpoint', 'like', operatorCalls)
      if (query.by === 'user') found = found.where('l.endpoint', 'not like', operatorCalls)
      if (query.by === 'notable')
        found = found.where((eb) => eb.or([eb('l.endpoint', 'like', operatorCalls), eb('l.endpoint', 'in', securityCalls)]))
      if (since) found = found.where('l.at', '>=', since)
      const { keyword } = query
      if (keyword) {
        found = found.where((eb) =>
          eb.or([
            eb('l.target_id', '=', keyword),
            eb('l.user_id', '=', keyword),
            eb('l.request_id', '=', keyword),
            eb('u.nickname', 'ilike', toLikePattern(keyword)),
          ]),
        )
      }
      return loadPage(found, query, 'l.id', 'l.id')
    },
    ofTarget: (targetId: string) =>
      rows().where('l.target_id', '=', targetId).orderBy('l.id', 'desc').limit(maxHistoryRows).execute(),
  }
}

export type AuditLogRow = Awaited<ReturnType<ReturnType<typeof auditLogRepo>['ofTarget']>>[number]
