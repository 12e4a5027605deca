import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/Show.tsx'
import { History } from '#src/operator/shared/History.tsx'
import { Parts } from '#src/operator/shared/Parts.tsx'
import { PriceVersions } from './PriceVersions.tsx'

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
