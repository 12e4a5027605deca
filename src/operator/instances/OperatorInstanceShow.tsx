import { useState } from 'react'
import { eventActorLabels } from '#contract/instance.ts'
import { operatorInstances } from '#contract/operator/instances.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { SmallPagination } from '#src/admin/SmallPagination.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { KnownFactsShow } from '#src/operator/shared/KnownFactsShow.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './instances.resource.module.css'

const pageSize = 20

/** Events of an instance, newest first. */
function InstanceTimeline({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, total, error, refetch } = useEndpoint(operatorInstances.events, {
    params: { id },
    query: { page, page_size: pageSize },
  })
  return (
    <PagePanel title="时间线" flush>
      <AsyncView data={data} error={error} onRetry={() => void refetch()} skeleton={<SkeletonRows rows={4} />}>
        {(rows) => (
          <>
            <MoneyTable
              caption="时间线"
              heads={['时间', '事件', '操作者']}
              numbers={2}
              rows={rows.map((row) => ({
                key: row.id,
                cells: [
                  <TimeText key="at" at={row.at} />,
                  <span key="event" className={styles.stacked}>
                    {row.title}
                    {row.detail && <small>{row.detail}</small>}
                  </span>,
                  eventActorLabels[row.actor],
                ],
              }))}
            />
            <SmallPagination className={styles.pages} page={page} pageSize={pageSize} total={total} onPage={setPage} />
          </>
        )}
      </AsyncView>
    </PagePanel>
  )
}

/** An instance as its owner sees it, its events, and operator actions. */
export default function OperatorInstanceShow({ resource }: { resource: Resource }) {
  return (
    <KnownFactsShow resource={resource}>
      {(row) => (
        <ShowPanels>
          <InstanceTimeline id={row.id} />
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </KnownFactsShow>
  )
}
