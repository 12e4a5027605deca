import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { PriceVersions } from './ProductPriceVersions.tsx'

/** A product, its prices through time, and who changed it. */
export default function ProductShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <Parts>
          <PriceVersions key={Number(row.price_version)} product_id={row.id} />
          <History resource={resource} id={row.id} />
        </Parts>
      )}
    </Show>
  )
}
