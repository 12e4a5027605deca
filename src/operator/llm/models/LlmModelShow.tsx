import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { TokenPrices } from './TokenPriceVersions.tsx'

/** A model, its prices through time, and who changed it. */
export default function ModelShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => (
        <Parts>
          <TokenPrices key={Number(row.price_version)} model_id={row.id} />
          <History resource={resource} id={row.id} />
        </Parts>
      )}
    </Show>
  )
}
