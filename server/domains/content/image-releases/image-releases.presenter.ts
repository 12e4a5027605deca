import type { z } from 'zod'
import type { ImageRelease, ImageReleaseState, ImageReleaseVersion } from '#contract/image-releases.ts'
import { yuanOfMicro } from '#contract/money.ts'
import type { Vendor } from '#contract/products.ts'
import type { EntryRow, VersionView } from '#server/domains/content/image-releases/image-releases.repo.ts'

/** An author's own 下线 has no reason; an operator's always has one. */
export const isByPlatform = ({ state, state_reason }: { state: string; state_reason: string | null }): boolean =>
  state === 'offline' && state_reason !== null

type Presented = z.input<typeof ImageReleaseVersion> & { readme: string }

export const presentVersion = (row: VersionView): Presented => ({
  id: row.id,
  version: row.version,
  state: row.state as ImageReleaseState,
  reason: row.state_reason,
  by_platform: isByPlatform(row),
  image_id: row.image_id,
  source:
    row.source_image_id === null
      ? null
      : {
          id: row.source_image_id,
          name: row.source_name ?? '',
          version: row.source_version ?? '',
          there: row.source_state === 'ready',
        },
  framework: row.framework,
  python: row.python,
  runtime: row.runtime,
  vendor: row.vendor as z.infer<typeof Vendor>,
  size_gb: row.image_state === 'ready' ? row.size_gb : null,
  price_hour: yuanOfMicro(row.price_hour_micro),
  licence: row.licence,
  readme: row.readme,
  uses: row.uses,
  submitted_at: row.submitted_at.toISOString(),
  published_at: row.published_at?.toISOString() ?? null,
})

export const presentEntry = (
  { original_at, created_at, ...row }: EntryRow,
  versions: readonly VersionView[],
): Omit<z.input<typeof ImageRelease>, 'versions'> & { versions: Presented[] } => ({
  ...row,
  original: original_at !== null,
  created_at: created_at.toISOString(),
  versions: versions.filter(({ community_image_id }) => community_image_id === row.id).map(presentVersion),
})
