import { Table } from 'antd'
import { Link } from 'react-router-dom'
import { operatorProducts } from '#contract/operator/products.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** Every version of a product's price, newest first. */
function ProductPriceVersions({ product_id: productId }: { product_id: string }) {
  const { data, error, refetch } = useEndpoint(operatorProducts.prices, {
    params: { id: productId },
    query: { page_size: 100 },
  })
  return (
    <PagePanel title="价格版本（元/卡）" flush>
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
              { title: '时价', align: 'end', render: (_, row) => <YuanAmount amount={row.price.hour} bare /> },
              { title: '日价', align: 'end', render: (_, row) => <YuanAmount amount={row.price.day} bare /> },
              { title: '周价', align: 'end', render: (_, row) => <YuanAmount amount={row.price.week} bare /> },
              { title: '时价原价', align: 'end', render: (_, row) => <YuanAmount amount={row.price.hour_origin} bare /> },
              { title: '生效', render: (_, row) => <TimeText at={row.since} /> },
              { title: '失效', render: (_, row) => <TimeText at={row.until} none="现行" /> },
              {
                title: '订单',
                align: 'end',
                render: (_, row) => <Link to={operatorPaths.ordersOf({ keyword: row.id })}>{row.orders}</Link>,
              },
              { title: '实付（元）', align: 'end', render: (_, row) => <YuanAmount amount={row.amount} bare /> },
            ]}
          />
        )}
      </AsyncView>
    </PagePanel>
  )
}

/** A product, its price history and its change history. */
export default function ProductShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <ShowPanels>
          <ProductPriceVersions key={Number(row.price_version)} product_id={row.id} />
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
