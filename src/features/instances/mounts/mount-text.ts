import type { InstanceDataset } from '#contract/instance-datasets.ts'

/** Formats a note for a mounted data set that is no longer available. */
export const formatUnavailableMount = ({ state, removed, own }: InstanceDataset): string | undefined => {
  if (removed) return '作者已删除，取消后不能再选'
  if (state === 'offline' || (!own && state !== 'published')) return '已下线，取消后不能再选'
  return undefined
}
