import type { z } from 'zod'
import type { CollectedDataSet, DataSet, DataSetVersion } from '#contract/community.ts'
import type {
  CollectedDataSetRow,
  DataSetRow,
  DataSetVersionRow,
} from '#server/domains/catalog/community/community-datasets.repo.ts'
import type { CommunityImageRow } from '#server/domains/catalog/community/community-images.repo.ts'
import { mountPath } from '#server/domains/storage/datasets/mount-path.policy.ts'

const isoOf = ({ published_at }: { published_at: Date }) => published_at.toISOString()

/** What images and data sets have in common. */
export const presentEntry = ({ public_id, nickname, is_creator, original_at, ...row }: CommunityImageRow | DataSetRow) => ({
  ...row,
  author: { id: public_id, nickname, is_creator },
  original: original_at !== null,
  published_at: isoOf(row),
})

export const presentDataSet = (row: DataSetRow): z.input<typeof DataSet> => ({
  ...row,
  ...presentEntry(row),
  type: { id: row.type_id, name: row.type_name },
  size_bytes: Number(row.size_bytes),
})

export const presentCollectedDataSet = (row: CollectedDataSetRow): z.input<typeof CollectedDataSet> => ({
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

export const presentDataSetVersion = (row: DataSetVersionRow, slug: string): z.input<typeof DataSetVersion> => ({
  ...row,
  size_bytes: Number(row.size_bytes),
  mount_path: mountPath(slug, row.version),
  published_at: isoOf(row),
})
