import { Table } from 'antd'
import { useState } from 'react'
import { operator_instances } from '#contract/operator/instances.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'

const page_size = 20
const actors = { user: '用户', operator: '平台运营', system: '系统' } as const

/** What happened to an instance, newest first. */
export function Timeline({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, total, error, refetch } = useEndpoint(operator_instances.events, { params: { id }, query: { page, page_size } })
  return (
    <Panel title="时间线" flush>
      <AsyncView data={data} error={error} onRetry={() => void refetch()} skeleton={<SkeletonRows rows={4} />}>
        {(rows) => (
          <Table
            rowKey="id"
            size="middle"
            dataSource={rows}
            pagination={total > page_size ? { current: page, pageSize: page_size, total, onChange: setPage } : false}
            columns={[
              { title: '时间', width: 160, render: (_, row) => <TimeText at={row.at} /> },
              { title: '事件', dataIndex: 'title' },
              { title: '说明', render: (_, row) => row.detail ?? '—' },
              { title: '操作者', width: 120, render: (_, row) => actors[row.actor] },
            ]}
          />
        )}
      </AsyncView>
    </Panel>
  )
}
