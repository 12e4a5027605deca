import type { z } from 'zod'
import type { CollectedImage, CommunityAuthor, CommunityImage, CommunityImageVersion } from '#contract/community.ts'
import { yuanOfMicro } from '#contract/money.ts'
import type { AuthorRow } from '#server/domains/catalog/community/authors.repo.ts'
import { presentEntry } from '#server/domains/catalog/community/community.presenter.ts'
import type { CollectedRow, CommunityImageRow, VersionRow } from '#server/domains/catalog/community/community-images.repo.ts'

const vendorOf = ({ vendor }: { vendor: string }) => vendor as CommunityImage['vendor']

export const presentImage = (row: CommunityImageRow): z.input<typeof CommunityImage> => ({
  ...row,
  ...presentEntry(row),
  vendor: vendorOf(row),
  price_hour: yuanOfMicro(row.price_hour_micro),
})

export const presentCollectedImage = (row: CollectedRow): z.input<typeof CollectedImage> => ({
  ...presentImage(row),
  available: row.available,
  collected_at: row.collected_at.toISOString(),
})

export const presentVersion = <Row extends Pick<VersionRow, 'vendor' | 'published_at' | 'price_hour_micro'>>(
  row: Row,
): Omit<Row, 'vendor' | 'published_at'> &
  Pick<z.input<typeof CommunityImageVersion>, 'vendor' | 'published_at' | 'price_hour'> => ({
  ...row,
  vendor: vendorOf(row),
  price_hour: yuanOfMicro(row.price_hour_micro),
  published_at: row.published_at.toISOString(),
})

export const presentAuthor = ({ public_id, creator_since, ...row }: AuthorRow): z.input<typeof CommunityAuthor> => ({
  ...row,
  id: public_id,
  creator_since: creator_since?.toISOString() ?? null,
})
