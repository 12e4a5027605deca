import type { z } from 'zod'
import type { CollectedDataset, Dataset, DatasetVersion } from '#contract/community.ts'
import type {
  CollectedDatasetRow,
  CommunityDatasetRow,
  CommunityDatasetVersionRow,
} from '#server/domains/catalog/community/community-datasets.repo.ts'
import type { CommunityImageRow } from '#server/domains/catalog/community/community-images.repo.ts'
import { buildMountPath } from '#server/domains/storage/datasets/mount-path.policy.ts'

const formatPublishedAt = ({ published_at: publishedAt }: { published_at: Date }) => publishedAt.toISOString()

/** Presents the fields that images and data sets share. */
export const presentCommunityEntry = ({
  public_id: publicId,
  nickname,
  is_creator: isCreator,
  original_at: originalAt,
  ...row
}: CommunityImageRow | CommunityDatasetRow) => ({
  ...row,
  author: { id: publicId, nickname, is_creator: isCreator },
  original: originalAt !== null,
  published_at: formatPublishedAt(row),
})

export const presentCommunityDataset = (row: CommunityDatasetRow): z.input<typeof Dataset> => ({
  ...row,
  ...presentCommunityEntry(row),
  type: { id: row.type_id, name: row.type_name },
  size_bytes: Number(row.size_bytes),
})

export const presentCollectedDataset = (row: CollectedDatasetRow): z.input<typeof CollectedDataset> => ({
  id: row.id,
  name: row.name,
  summary: row.summary,
  type: { id: row.type_id, name: row.type_name },
  tags: row.tags,
  author: { id: row.public_id, nickname: row.nickname, is_creator: row.is_creator },
  newest: row.published_at && {
    version: row.version!,
    size_bytes: Number(row.size_bytes),
    file_count: row.file_count!,
    published_at: row.published_at.toISOString(),
  },
  stars: row.stars,
  collected_at: row.collected_at.toISOString(),
})

export const presentCommunityDatasetVersion = (
  row: CommunityDatasetVersionRow,
  slug: string,
): z.input<typeof DatasetVersion> => ({
  ...row,
  size_bytes: Number(row.size_bytes),
  mount_path: buildMountPath(slug, row.version),
  published_at: formatPublishedAt(row),
})
