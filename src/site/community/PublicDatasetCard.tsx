import type { Dataset } from '#contract/community.ts'
import { paths } from '#src/paths.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { CommunityEntryCard } from './CommunityEntryCard.tsx'

/** A data set in a list. */
export const PublicDatasetCard = ({ set }: { set: Dataset }) => (
  <CommunityEntryCard
    {...set}
    to={paths.communityDataSet(set.id)}
    kind={`${set.type.name} · ${formatBytes(set.size_bytes)} · ${set.file_count} 个文件`}
    facts={`版本 ${set.version} · 许可 ${set.licence}`}
  />
)
