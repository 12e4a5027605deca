import type { z } from 'zod'
import type { ImageRelease, ImageReleaseState, ImageReleaseVersion } from '#contract/image-releases.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import type { Vendor } from '#contract/products.ts'
import type { ImageReleaseRow, ReleaseVersionView } from '#server/domains/content/image-releases/image-releases.repo.ts'

/** Tells by the reason who set 下线: an operator always gives one, an author never does. */
export const isOfflineByPlatform = ({
  state,
  state_reason: stateReason,
}: {
  state: string
  state_reason: string | null
}): boolean => state === 'offline' && stateReason !== null

type PresentedVersion = z.input<typeof ImageReleaseVersion> & { readme: string }

export const presentReleaseVersion = (row: ReleaseVersionView): PresentedVersion => ({
  id: row.id,
  version: row.version,
  state: row.state as ImageReleaseState,
  reason: row.state_reason,
  by_platform: isOfflineByPlatform(row),
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
  price_hour: formatMicroAsYuan(row.price_hour_micro),
  licence: row.licence,
  readme: row.readme,
  uses: row.uses,
  submitted_at: row.submitted_at.toISOString(),
  published_at: row.published_at?.toISOString() ?? null,
})

export const presentImageRelease = (
  { original_at: originalAt, created_at: createdAt, ...row }: ImageReleaseRow,
  versions: readonly ReleaseVersionView[],
): Omit<z.input<typeof ImageRelease>, 'versions'> & { versions: PresentedVersion[] } => ({
  ...row,
  original: originalAt !== null,
  created_at: createdAt.toISOString(),
  versions: versions.filter(({ community_image_id: communityImageId }) => communityImageId === row.id).map(presentReleaseVersion),
})
