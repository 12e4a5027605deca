import type { OperatorAnnouncement } from '#contract/operator/announcements.ts'

/** `12（34%）` of whom it reached. */
export const formatReadCount = ({ read, reach }: Pick<OperatorAnnouncement, 'read' | 'reach'>): string =>
  reach === 0 ? '0' : `${read}（${Math.round((read / reach) * 100)}%）`
