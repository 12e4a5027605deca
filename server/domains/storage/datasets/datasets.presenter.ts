import type { z } from 'zod'
import type { DatasetState, MyDataset, MyDatasetVersion } from '#contract/my-datasets.ts'
import type { DatasetVersionRow } from '#server/db/dataset-versions.ts'
import { buildMountPath } from '#server/domains/storage/datasets/mount-path.policy.ts'
import type { MyDatasetRow } from '#server/domains/storage/datasets/my-datasets.repo.ts'

const computeProgress = ({ state, copied_bytes: copiedBytes, total_bytes: totalBytes }: DatasetVersionRow) => {
  if (state !== 'preparing') return null
  const [copied, total] = [Number(copiedBytes), Number(totalBytes)]
  const percent = total === 0 ? 0 : Math.min(99, Math.floor((100 * copied) / total))
  return { percent, copied_bytes: copied, total_bytes: total }
}

/** Presents a version without its source. */
export const presentDatasetVersionSummary = (row: DatasetVersionRow) => ({
  id: row.id,
  data_set_id: row.data_set_id,
  version: row.version,
  licence: row.licence,
  state: row.state as DatasetState,
  reason: row.state_reason,
  offline_by: row.offline_by as 'author' | 'operator' | null,
  has_files: row.content_at !== null,
  size_bytes: Number(row.size_bytes),
  file_count: row.file_count,
  mount_path: buildMountPath(row.slug, row.version),
  uses: row.uses,
  submitted_at: row.submitted_at.toISOString(),
  published_at: row.published_at?.toISOString() ?? null,
})

export const presentMyDatasetVersion = (row: DatasetVersionRow): z.input<typeof MyDatasetVersion> => ({
  ...presentDatasetVersionSummary(row),
  readme: row.readme,
  progress: computeProgress(row),
  source:
    row.source_region_id !== null && row.source_path !== null
      ? { region_id: row.source_region_id, region_name: row.region_name ?? '', path: row.source_path }
      : null,
})

export const presentMyDataset = ({
  type_id: typeId,
  type_name: typeName,
  original_at: originalAt,
  ...row
}: MyDatasetRow): z.input<typeof MyDataset> => ({
  ...row,
  type: { id: typeId, name: typeName },
  original: originalAt !== null,
  state: row.state as DatasetState,
  size_bytes: Number(row.size_bytes),
  created_at: row.created_at.toISOString(),
})
