import { Link } from 'react-router-dom'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { formatHoursLeft } from '#src/features/overview/shared.ts'
import { TopUp } from '#src/features/wallet/TopUp.tsx'
import { paths } from '#src/paths.ts'
import { formatCountdown } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './SpendRateBar.module.css'
import { type SpendRate, useSpendRate } from './use-spend-rate.ts'

/** Path of the list: the 运行中 filter omits instances being saved while running, so all are listed then. */
const toListPath = ({ saving }: SpendRate) =>
  saving > 0 ? paths.containerInstances : `${paths.containerInstances}?status=${instanceStatusCodes.running}`

function GraceNotice({ until }: { until: string }) {
  const left = useSecondsUntil(until)
  return (
    <p className={styles.bar} data-tone="danger" role="alert">
      <Icon name="warning" />
      <span>
        余额已用完，<strong>{left > 0 ? `${formatCountdown(left)} 后` : '即将'}</strong>关机，数据保留。
      </span>
      <TopUp className={styles.action} />
    </p>
  )
}

function SpendRateFigures({ burn }: { burn: SpendRate }) {
  const hours = burn.runs_out_at ? (Date.parse(burn.runs_out_at) - getServerNow()) / 3_600_000 : null
  return (
    <p className={styles.bar} data-tone={burn.low ? 'warning' : 'calm'}>
      <Icon name={burn.low ? 'warning' : 'gauge'} />
      {burn.running > 0 ? (
        <>
          <Link to={toListPath(burn)}>
            运行中 {burn.running}
            {burn.saving > 0 && `（${burn.saving} 台保存数据中）`}
          </Link>
          <YuanAmount amount={burn.burn_hour} unit="/小时" />
        </>
      ) : (
        <span>没有实例在运行</span>
      )}
      <span>
        余额 <YuanAmount amount={burn.cash} />
        {hours !== null && `，${formatHoursLeft(hours)}`}
      </span>
      {burn.low && <TopUp className={styles.action} />}
    </p>
  )
}

/** Spend rate in one line (product §5); once the balance is used up, a countdown of the remaining hour. */
export default function SpendRateBar() {
  const { data } = useSpendRate()
  if (!data) return null
  if (data.grace_until) return <GraceNotice until={data.grace_until} />
  return <SpendRateFigures burn={data} />
}
