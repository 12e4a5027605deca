import type { z } from 'zod'
import type { CollectedImage, CommunityAuthor, CommunityImage, CommunityImageVersion } from '#contract/community.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import type { AuthorRow } from '#server/domains/catalog/community/authors.repo.ts'
import { presentCommunityEntry } from '#server/domains/catalog/community/community.presenter.ts'
import type {
  CollectedImageRow,
  CommunityImageRow,
  CommunityImageVersionRow,
} from '#server/domains/catalog/community/community-images.repo.ts'

const vendorOf = ({ vendor }: { vendor: string }) => vendor as CommunityImage['vendor']

export const presentCommunityImage = (row: CommunityImageRow): z.input<typeof CommunityImage> => ({
  ...row,
  ...presentCommunityEntry(row),
  vendor: vendorOf(row),
  price_hour: formatMicroAsYuan(row.price_hour_micro),
})

export const presentCollectedImage = (row: CollectedImageRow): z.input<typeof CollectedImage> => ({
  ...presentCommunityImage(row),
  available: row.available,
  collected_at: row.collected_at.toISOString(),
})

export const presentCommunityImageVersion = <
  Row extends Pick<CommunityImageVersionRow, 'vendor' | 'published_at' | 'price_hour_micro'>,
>(
  row: Row,
): Omit<Row, 'vendor' | 'published_at'> &
  Pick<z.input<typeof CommunityImageVersion>, 'vendor' | 'published_at' | 'price_hour'> => ({
  ...row,
  vendor: vendorOf(row),
  price_hour: formatMicroAsYuan(row.price_hour_micro),
  published_at: row.published_at.toISOString(),
})

export const presentCommunityAuthor = ({
  public_id: publicId,
  creator_since: creatorSince,
  ...row
}: AuthorRow): z.input<typeof CommunityAuthor> => ({
  ...row,
  id: publicId,
  creator_since: creatorSince?.toISOString() ?? null,
})
