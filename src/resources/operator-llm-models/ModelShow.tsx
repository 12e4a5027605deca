import Show from '#src/console/generic/show/Show.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import type { Resource } from '../define-resource.ts'
import { TokenPrices } from './TokenPrices.tsx'

/** A model, its prices through time, and who changed it. */
export default function ModelShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <Parts>
          <TokenPrices model_id={row.id} version={Number(row.price_version)} />
          <History resource={resource} id={row.id} />
        </Parts>
      )}
    </Show>
  )
}
