import { toShanghaiMonth } from '#contract/day.ts'
import { type InvitationMonth, invitation } from '#contract/invitation.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { getServerNow } from '#src/api/server-time.ts'
import type { ChartDataRow } from '#src/ui/charts/chart-data.ts'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './RewardMonths.module.css'

const height = 160
const shownMonths = 6
/** Friends with a series of their own; all others share the last one. */
const maxFriends = 4

/** Lists the last months, oldest first. */
function listMonths(now: Date): string[] {
  const [year = 0, month = 1] = toShanghaiMonth(now).split('-').map(Number)
  return Array.from({ length: shownMonths }, (_, nth) =>
    new Date(Date.UTC(year, month - shownMonths + nth, 1)).toISOString().slice(0, 7),
  )
}

/** Builds the bars of the last months: those who brought most, then all others together. */
export function buildRewardMonths(
  found: readonly InvitationMonth[],
  now: Date,
): { series: readonly string[]; rows: readonly ChartDataRow[] } {
  const sums = new Map<string, number>()
  for (const { invitee_id: id, reward } of found) sums.set(id, (sums.get(id) ?? 0) + Number(reward))
  const all = [...sums].sort(([, one], [, other]) => other - one).map(([id]) => id)
  const own = all.slice(0, all.length > maxFriends + 1 ? maxFriends : all.length)
  const rest = all.length - own.length
  const phoneOf = (id: string) => found.find(({ invitee_id: one }) => one === id)?.phone ?? id
  const sumOf = (month: string, isIn: (id: string) => boolean) =>
    found.reduce((sum, row) => sum + (row.month === month && isIn(row.invitee_id) ? Number(row.reward) : 0), 0)
  return {
    series: [...own.map(phoneOf), ...(rest > 0 ? [`其余 ${rest} 人`] : [])],
    rows: listMonths(now).map((month) => ({
      key: month,
      values: [
        ...own.map((id) => sumOf(month, (one) => one === id)),
        ...(rest > 0 ? [sumOf(month, (one) => !own.includes(one))] : []),
      ],
    })),
  }
}

/** Rewards of the last months by friend; before the first one, what a friend's spending would bring. */
export function RewardMonths({ percent }: { percent: number }) {
  const { data, isError } = useEndpoint(invitation.months)
  if (isError) return null
  return (
    <PagePanel title="每月奖励">
      <div className={styles.months}>
        {data === undefined ? (
          <Skeleton height={height} />
        ) : data.length === 0 ? (
          <EmptyState
            title="还没有奖励"
            hint={`好友每付 ¥1,000 现金，你得 ¥${percent * 10}。三位好友各自每月用 ¥500，一年就是 ¥${3 * 12 * 5 * percent}。`}
          />
        ) : (
          <StackedBars
            {...buildRewardMonths(data, new Date(getServerNow()))}
            title="近 6 个月的奖励"
            rowHead="月份"
            formatValue={(yuan) => `¥${yuan.toFixed(2)}`}
            formatTick={(yuan) => `¥${yuan}`}
            height={height}
          />
        )}
      </div>
    </PagePanel>
  )
}
