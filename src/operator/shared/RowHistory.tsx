import { type HttpError, useCan, useKeys, useLogList } from '@refinedev/core'
import { useMemo } from 'react'
import type { AuditRow } from '#contract/operator/audit.ts'
import type { LiveResource } from '#contract/stream.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { formatEventName } from './event-name.ts'
import { FieldsDiff, formatFieldsDiff } from './FieldsDiff.tsx'
import { PersonLink } from './person-column.tsx'
import styles from './RowHistory.module.css'

const live: readonly LiveResource[] = ['back_office']

/** The change history of this row with old and new values; for users who may read the audit log. */
export function RowHistory({ resource, id }: { resource: Resource; id: string }) {
  const allowed = useCan({ resource: 'operator-audit', action: 'list' }).data?.can ?? false
  const { data, error, refetch } = useLogList<AuditRow[], HttpError>({
    resource: resource.name,
    meta: { id },
    queryOptions: { enabled: allowed },
  })
  const { keys } = useKeys()
  useLiveQueries(
    useMemo(() => keys().audit().resource(resource.name).get(), [keys, resource.name]),
    live,
    id,
  )
  if (!allowed) return null
  return (
    <PagePanel title="变更历史" flush>
      <AsyncView data={data} error={error} onRetry={() => void refetch()} skeleton={<SkeletonRows rows={3} />}>
        {(rows) =>
          rows.length ? (
            <ol className={styles.list}>
              {rows.map((row) => (
                <li key={row.id}>
                  <TimeText at={row.at} />
                  <span>
                    <PersonLink person={row.actor} />
                  </span>
                  <span>{formatEventName(row.summary)}</span>
                  {formatFieldsDiff(row.before, row.after) && <FieldsDiff before={row.before} after={row.after} />}
                </li>
              ))}
            </ol>
          ) : (
            <p className={styles.none}>还没有人改动过。</p>
          )
        }
      </AsyncView>
    </PagePanel>
  )
}
