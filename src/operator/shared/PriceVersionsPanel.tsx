import { Table, type TableColumnsType } from 'antd'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'

interface PriceVersionRow {
  id: string
  version: number
  since: string
  until: string | null
}

interface Props<R extends PriceVersionRow> {
  title: string
  /** What `useEndpoint` returned, newest version first. */
  versions: { data: readonly R[] | undefined; error: unknown; refetch: () => unknown }
  prices: TableColumnsType<R>
  /** Columns of what was sold at the version. */
  sales: TableColumnsType<R>
}

/** Every version of a price: its number, its prices, when it applied, and what was sold at it. */
export function PriceVersionsPanel<R extends PriceVersionRow>({ title, versions, prices, sales }: Props<R>) {
  const { data, error, refetch } = versions
  return (
    <PagePanel title={title} flush>
      <AsyncView data={data} error={error} onRetry={() => void refetch()} skeleton={<SkeletonRows rows={2} />}>
        {(rows) => (
          <Table
            rowKey="id"
            size="middle"
            dataSource={rows}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: '还没有价格，申请调价并获批后出现第 1 版' }}
            columns={[
              { title: '版本', render: (_, row) => `第 ${row.version} 版` },
              ...prices,
              { title: '生效', render: (_, row) => <TimeText at={row.since} /> },
              { title: '失效', render: (_, row) => <TimeText at={row.until} none="现行" /> },
              ...sales,
            ]}
          />
        )}
      </AsyncView>
    </PagePanel>
  )
}
