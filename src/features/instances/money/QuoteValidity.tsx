import { formatCountdown } from '#src/ui/format-time.ts'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import styles from './money.module.css'

interface Props {
  quote: { expires_at: string }
  /** Shown instead of the remaining time. */
  note?: string | null
}

/** How long the quote is valid; it is renewed automatically. */
export function QuoteValidity({ quote, note = null }: Props) {
  const left = useSecondsUntil(quote.expires_at)
  return (
    <p className={styles.until}>{note ?? (left === 0 ? '正在更新报价' : `报价还剩 ${formatCountdown(left)}，到时自动更新`)}</p>
  )
}
