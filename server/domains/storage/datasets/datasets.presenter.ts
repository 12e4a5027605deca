import type { z } from 'zod'
import type { DataSetState, MyDataSet, MyDataSetVersion } from '#contract/my-datasets.ts'
import type { VersionRow } from '#server/db/dataset-versions.ts'
import { mountPath } from '#server/domains/storage/datasets/mount-path.policy.ts'
import type { MyDataSetRow } from '#server/domains/storage/datasets/my-datasets.repo.ts'

const progressOf = ({ state, copied_bytes, total_bytes }: VersionRow) => {
  if (state !== 'preparing') return null
  const [copied, total] = [Number(copied_bytes), Number(total_bytes)]
  const percent = total === 0 ? 0 : Math.min(99, Math.floor((100 * copied) / total))
  return { percent, copied_bytes: copied, total_bytes: total }
}

/** What a version says of itself, its source aside. */
export const presentVersion = (row: VersionRow) => ({
  id: row.id,
  data_set_id: row.data_set_id,
  version: row.version,
  licence: row.licence,
  state: row.state as DataSetState,
  reason: row.state_reason,
  offline_by: row.offline_by as 'author' | 'operator' | null,
  has_files: row.content_at !== null,
  size_bytes: Number(row.size_bytes),
  file_count: row.file_count,
  mount_path: mountPath(row.slug, row.version),
  uses: row.uses,
  submitted_at: row.submitted_at.toISOString(),
  published_at: row.published_at?.toISOString() ?? null,
})

export const presentMyVersion = (row: VersionRow): z.input<typeof MyDataSetVersion> => ({
  ...presentVersion(row),
  readme: row.readme,
  progress: progressOf(row),
  source:
    row.source_region_id !== null && row.source_path !== null
      ? { region_id: row.source_region_id, region_name: row.region_name ?? '', path: row.source_path }
      : null,
})

export const presentMyDataSet = ({ type_id, type_name, original_at, ...row }: MyDataSetRow): z.input<typeof MyDataSet> => ({
  ...row,
  type: { id: type_id, name: type_name },
  original: original_at !== null,
  state: row.state as DataSetState,
  size_bytes: Number(row.size_bytes),
  created_at: row.created_at.toISOString(),
})
