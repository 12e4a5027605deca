import { Suspense } from 'react'
import type { MoneyForecast } from '#contract/consumption.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './BalanceForecastPanel.module.css'
import { forecastReasonTexts, formatForecastEnd, formatLapses } from './forecast-text.ts'

const BalanceRunway = lazyPart(() => import('#src/features/cost/runway/BalanceRunway.tsx'))
const runwayHeight = 160

/** Forecasts how long the balance lasts at the current rate, and the payments due until then. */
export function BalanceForecastPanel({ forecast }: { forecast: MoneyForecast }) {
  const { available, burn_hour: burnHour, reason, renewals } = forecast
  const lapses = formatLapses(forecast)
  return (
    <PagePanel title="余额预计可用至">
      <div className={styles.forecast}>
        <p className={styles.until}>{formatForecastEnd(forecast)}</p>
        <p>{forecastReasonTexts[reason]}</p>
        {reason !== 'idle' && (
          <p className={styles.rule}>
            按现在可用的 <YuanAmount amount={available} />
            、每小时 <YuanAmount amount={burnHour} />
            {renewals.length > 0 ? '和下面要续费的套餐推算' : ' 推算'}；之后开机、关机、改价都会改变它。
          </p>
        )}
        {lapses && <p className={styles.rule}>{lapses}</p>}
        {reason !== 'idle' && (
          <div className={styles.runway}>
            <Suspense fallback={null}>
              <BalanceRunway forecast={forecast} height={runwayHeight} />
            </Suspense>
          </div>
        )}
      </div>
      {renewals.length > 0 && (
        <MoneyTable
          caption="将要自动续费的套餐"
          heads={['自动续费', '时间', '余额够不够', '金额（元）']}
          numbers={3}
          rows={renewals.map((renewal) => ({
            key: `${renewal.instance_id}${renewal.at}`,
            cells: [
              renewal.name,
              formatTime(renewal.at),
              renewal.covered ? '够' : '不够，到期关机',
              <YuanAmount key="amount" amount={renewal.amount} bare />,
            ],
          }))}
        />
      )}
    </PagePanel>
  )
}
