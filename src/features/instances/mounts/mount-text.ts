import type { InstanceDataset } from '#contract/instance-datasets.ts'

/** What is worth knowing of one that is mounted and no longer to be had. */
export const formatUnavailableMount = ({ state, removed, own }: InstanceDataset): string | undefined => {
  if (removed) return '作者已删除，取消后不能再选'
  if (state === 'offline' || (!own && state !== 'published')) return '已下线，取消后不能再选'
  return undefined
}
