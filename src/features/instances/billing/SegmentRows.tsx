import { Button } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { formatDuration } from '#src/features/instances/instance-text.ts'
import { paths } from '#src/paths.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './billing.module.css'
import type { MeteredSegment } from './use-segments.ts'

/** Charges of one segment, with links to their ledger entries. */
function SegmentChargeList({ segment }: { segment: MeteredSegment }) {
  if (!segment.charges.length) {
    return <p className={styles.charges}>还没有扣费。每满一小时，以及关机、释放、改价时结算一次。</p>
  }
  return (
    <table className={styles.charges}>
      <caption className="visually-hidden">逐笔扣费</caption>
      <thead>
        <tr>
          <th scope="col">结算时间</th>
          <th scope="col">计费秒</th>
          <th scope="col">金额（元）</th>
          <th scope="col">流水</th>
        </tr>
      </thead>
      <tbody>
        {segment.charges.map((charge) => (
          <tr key={charge.to_s}>
            <td>
              <TimeText at={charge.at} />
            </td>
            <td>
              {charge.from_s}–{charge.to_s}
            </td>
            <td>
              <YuanAmount amount={charge.amount} bare />
            </td>
            <td>{charge.transaction_id ? <Link to={paths.incomeDetail}>{charge.transaction_id}</Link> : '不足 1 分，未扣'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Formats what was billed, and what was not because the platform was down. */
function formatMetered({ started_at: startedAt, ended_at: endedAt, seconds }: MeteredSegment): string {
  const passed = ((endedAt ? Date.parse(endedAt) : getServerNow()) - Date.parse(startedAt)) / 1000
  const unmetered = Math.floor(passed - seconds)
  if (unmetered <= limits.meteredGapSeconds) return formatDuration(seconds)
  return `计费 ${formatDuration(seconds)}，另有 ${formatDuration(unmetered)}平台没有看到它在运行，不收费`
}

const countFormat = new Intl.NumberFormat('zh-CN')

/** One segment (an uninterrupted run at one price); expands to its charges. */
export function SegmentRows({ segment }: { segment: MeteredSegment }) {
  const [open, setOpen] = useState(false)
  const charges = useId()
  const from = formatTimeExact(segment.started_at)
  return (
    <tbody>
      <tr className={styles.row}>
        <th scope="row" className={styles.span}>
          {from}
          <span className={styles.until}>
            至{segment.ended_at ? ` ${formatTimeExact(segment.ended_at)}` : '现在，仍在运行'}（{formatMetered(segment)}）
          </span>
        </th>
        <td className={styles.number} data-name="秒数">
          {countFormat.format(segment.seconds)}
        </td>
        <td className={styles.number} data-name="单价（元/小时）">
          <YuanAmount amount={segment.price_hour} bare />
          {segment.image_price_hour !== '0.00' && <span className={styles.until}>含镜像 {segment.image_price_hour}</span>}
        </td>
        <td className={styles.number} data-name="金额（元）">
          <strong>
            <YuanAmount amount={segment.amount} bare />
          </strong>
        </td>
        <td className={styles.number} data-name="已结算（元）">
          <YuanAmount amount={segment.settled} bare />
        </td>
        <td className={styles.opener}>
          <Button
            type="text"
            size="small"
            icon={<Icon name="chevron" className={styles.chevron} data-open={open} />}
            iconPosition="end"
            aria-expanded={open}
            aria-controls={charges}
            aria-label={`${from} 起的 ${segment.charges.length} 笔扣费`}
            onClick={() => setOpen(!open)}
          >
            {segment.charges.length} 笔扣费
          </Button>
        </td>
      </tr>
      <tr id={charges} hidden={!open} className={styles.opened}>
        <td colSpan={6}>{open && <SegmentChargeList segment={segment} />}</td>
      </tr>
    </tbody>
  )
}
