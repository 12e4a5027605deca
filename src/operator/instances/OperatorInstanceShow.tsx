import { Table } from 'antd'
import { useState } from 'react'
import { eventActorLabels } from '#contract/instance.ts'
import { operatorInstances } from '#contract/operator/instances.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'

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
          <Table
            rowKey="id"
            size="middle"
            scroll={{ x: 'max-content' }}
            dataSource={rows}
            pagination={total > pageSize ? { current: page, pageSize, total, onChange: setPage } : false}
            columns={[
              { title: '时间', width: 160, render: (_, row) => <TimeText at={row.at} /> },
              { title: '事件', dataIndex: 'title' },
              { title: '说明', render: (_, row) => row.detail ?? '—' },
              { title: '操作者', width: 120, render: (_, row) => eventActorLabels[row.actor] },
            ]}
          />
        )}
      </AsyncView>
    </PagePanel>
  )
}

/** An instance as its owner sees it, its events, and operator actions. */
export default function OperatorInstanceShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <ShowPanels>
          <InstanceTimeline id={row.id} />
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
