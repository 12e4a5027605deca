import type { ActivityAudience, DiscountType } from '#contract/activities.ts'
import type { ResultCodeName } from '#contract/codes.ts'
import type { ActivityRow } from '#server/domains/catalog/activities/activities.repo.ts'

/** An activity with approved terms. */
export interface ActivityTerms extends ActivityRow {
  discount_type: DiscountType
  period: number
  percent: number
  audience: ActivityAudience
  per_user: number
  for_existing: boolean
  starts_at: Date
  ends_at: Date
}

/** The terms columns are all set or all null. */
export const hasActivityTerms = (row: ActivityRow): row is ActivityTerms => row.ends_at !== null

export const isActivityRunning = (row: ActivityRow | undefined, now: Date): row is ActivityTerms =>
  row !== undefined && hasActivityTerms(row) && row.visible && row.starts_at <= now && now < row.ends_at

export const computeRemainingStock = ({ stock, taken }: ActivityRow): number | null =>
  stock === null ? null : Math.max(0, stock - taken)

export interface ActivityParticipant {
  /** Whether the verified user is a sub-account; its master takes part instead. */
  is_sub: boolean
  /** Whether the person has an order that was not refunded. */
  has_ordered: boolean
  /** Number of shares the person holds in this activity. */
  shares: number
}

interface ParticipationObstacle {
  code: ResultCodeName
  message: string
}

/**
 * Returns what keeps a verified person from taking part in a running activity; undefined if nothing does. Shares and orders count
 * across all accounts of the person (docs/decisions/055).
 */
export function findParticipationObstacle(
  activity: ActivityTerms,
  person: ActivityParticipant,
): ParticipationObstacle | undefined {
  if (person.is_sub) return { code: 'gifts_of_master', message: '活动由主账号参与，子账号按现价租用' }
  if (person.shares >= activity.per_user)
    return { code: 'activity_not_eligible', message: `每人最多参与 ${activity.per_user} 次，你已经用完` }
  if (activity.audience === 'new' && person.has_ordered && person.shares === 0)
    return { code: 'activity_not_eligible', message: '这个活动只面向还没有下过单的新用户' }
  if (computeRemainingStock(activity) === 0) return { code: 'activity_used_up', message: '活动名额已用完' }
  return undefined
}
