import type { MoneyForecast } from '#contract/consumption.ts'
import { limits } from '#contract/limits.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './BalanceForecastPanel.module.css'

const reasonTexts: Record<MoneyForecast['reason'], string> = {
  idle: '现在没有按小时的消耗，也没有要自动续费的套餐，余额不会减少。',
  beyond: `照现在的消耗，${limits.forecastDays} 天之内不会用完。`,
  balance: '到那时余额用完，按量计费的实例在 1 小时宽限之后关机，数据保留。',
  renewal: '到那时余额不够自动续费，套餐到期关机，数据保留。',
}

/** Forecasts how long the balance lasts at the current rate, and the payments due until then. */
export function BalanceForecastPanel({
  forecast: { available, burn_hour: burnHour, until, reason, renewals },
}: {
  forecast: MoneyForecast
}) {
  return (
    <PagePanel title="余额预计可用至">
      <div className={styles.forecast}>
        <p className={styles.until}>
          {until ? formatTime(until) : reason === 'idle' ? '没有消耗' : `${limits.forecastDays} 天以上`}
        </p>
        <p>{reasonTexts[reason]}</p>
        {reason !== 'idle' && (
          <p className={styles.rule}>
            按现在可用的 <YuanAmount amount={available} />
            、每小时 <YuanAmount amount={burnHour} />
            {renewals.length > 0 ? '和下面要续费的套餐推算' : ' 推算'}；之后开机、关机、改价都会改变它。
          </p>
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
