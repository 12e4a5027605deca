import { Link } from 'react-router-dom'
import { operatorProducts } from '#contract/operator/products.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { PriceVersionsPanel } from '#src/operator/shared/PriceVersionsPanel.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** Every version of a product's price, newest first. */
function ProductPriceVersions({ product_id: productId }: { product_id: string }) {
  const versions = useEndpoint(operatorProducts.prices, { params: { id: productId }, query: { page_size: 100 } })
  return (
    <PriceVersionsPanel
      title="价格版本（元/卡）"
      versions={versions}
      figures={[
        { title: '时价', render: ({ price }) => <YuanAmount amount={price.hour} bare /> },
        { title: '日价', render: ({ price }) => <YuanAmount amount={price.day} bare /> },
        { title: '周价', render: ({ price }) => <YuanAmount amount={price.week} bare /> },
        { title: '时价原价', render: ({ price }) => <YuanAmount amount={price.hour_origin} bare /> },
        {
          title: '订单',
          render: ({ id, orders }) => <Link to={operatorPaths.ordersOf({ keyword: id })}>{formatCount(orders)}</Link>,
        },
        { title: '实付（元）', render: ({ amount }) => <YuanAmount amount={amount} bare /> },
      ]}
    />
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
