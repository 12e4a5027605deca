import { Link } from 'react-router-dom'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { NamedFigure } from '#src/admin/NamedFigure.tsx'
import { TopUp } from '#src/features/wallet/shared.ts'
import { paths } from '#src/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { formatHoursLeft } from './hours-left.ts'
import styles from './OverviewFigures.module.css'
import type { Overview } from './use-overview.ts'

const abnormalPath = `${paths.containerInstances}?status=${instanceStatusCodes.abnormal}`

/** The three key figures for which users open the console. */
export function OverviewFigures({ overview: { wallet: purse, counts } }: { overview: Overview }) {
  return (
    <dl className={styles.line}>
      <NamedFigure
        name="运行中"
        note={
          <>
            <Link to={paths.containerInstances}>
              共 {counts.total} 台，已关机 {counts.shut_down}
            </Link>
            {counts.abnormal > 0 && (
              <Link className={styles.abnormal} to={abnormalPath}>
                异常 {counts.abnormal}
              </Link>
            )}
          </>
        }
      >
        {counts.running}
        <small>台实例</small>
      </NamedFigure>
      <NamedFigure name="当前消耗" note="按秒计量，关机即停">
        <YuanAmount amount={purse.burn_hour} as="price" unit="/小时" />
      </NamedFigure>
      <NamedFigure
        name="可用余额"
        note={
          <>
            {formatHoursLeft(purse.hours_left)} · <TopUp />
          </>
        }
      >
        <YuanAmount amount={purse.cash} />
      </NamedFigure>
    </dl>
  )
}
