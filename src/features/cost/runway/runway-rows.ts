import type { MoneyForecast } from '#contract/consumption.ts'
import { dayMs } from '#contract/day.ts'
import { formatTime } from '#src/ui/format-time.ts'

const hourMs = 3_600_000
/** How far a balance that does not run out is drawn. */
const shownDays = 30
/** A line of more points says no more. */
const pointsMax = 30

export interface Runway {
  rows: { key: string; values: [number] }[]
  /** Where the money ends; absent if it lasts beyond the picture. */
  mark?: { key: string; label: string }
  /** Whether the points are days apart, so that their hour says nothing. */
  byDay: boolean
}

const endLabels: Partial<Record<MoneyForecast['reason'], string>> = { balance: '用完', renewal: '不够续费' }

/**
 * Draws a forecast as points of equal distance: the money available now, less what is burnt and what renewals take, down to the
 * moment it ends. Null if nothing is spent.
 */
export function computeRunway(
  { available, burn_hour: burnHour, until, reason, renewals }: MoneyForecast,
  now: number,
): Runway | null {
  if (reason === 'idle') return null
  const end = until ? Date.parse(until) : now + shownDays * dayMs
  const unit = end - now > 3 * dayMs ? dayMs : hourMs
  const wanted = Math.max(1, Math.ceil((end - now) / unit / pointsMax)) * unit
  const steps = Math.max(1, Math.round((end - now) / wanted))
  // all of one length: points are drawn equally far apart, and a steady burn is a straight line
  const times = Array.from({ length: steps }, (_, nth) => now + (nth * (end - now)) / steps)
  const leftAt = (at: number) => {
    const renewed = renewals.filter((renewal) => renewal.covered && Date.parse(renewal.at) <= at)
    const spent = (Number(burnHour) * (at - now)) / hourMs + renewed.reduce((sum, { amount }) => sum + Number(amount), 0)
    return Math.max(0, Number(available) - spent)
  }
  const rows = [...times, end].map((at): Runway['rows'][number] => ({
    key: formatTime(new Date(at).toISOString()),
    values: [leftAt(at)],
  }))
  const label = endLabels[reason]
  const last = rows.at(-1)!
  return { rows, byDay: unit === dayMs, ...(label && { mark: { key: last.key, label: `${last.key.slice(5)} ${label}` } }) }
}
