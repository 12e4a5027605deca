import Show from '#src/console/generic/show/Show.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import type { Resource } from '../define-resource.ts'
import { PriceVersions } from './PriceVersions.tsx'

/** A product, its prices through time, and who changed it. */
export default function ProductShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <Parts>
          <PriceVersions product_id={row.id} version={Number(row.price_version)} />
          <History resource={resource} id={row.id} />
        </Parts>
      )}
    </Show>
  )
}
