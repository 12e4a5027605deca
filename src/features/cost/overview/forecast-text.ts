import type { MoneyForecast } from '#contract/consumption.ts'
import { limits } from '#contract/limits.ts'
import { formatTime } from '#src/ui/format-time.ts'

/** What happens at the end of a forecast. */
export const forecastReasonTexts: Record<MoneyForecast['reason'], string> = {
  idle: '现在没有按小时的消耗，也没有要自动续费的套餐，余额不会减少。',
  beyond: `按现在的消耗，${limits.forecastDays} 天内不会用完。`,
  balance: '到那时余额用完，按量计费的实例在 1 小时宽限之后关机，数据保留。',
  renewal: '到那时余额不够自动续费，套餐到期关机，数据保留。',
}

export const formatForecastEnd = ({ until, reason }: MoneyForecast): string =>
  until ? formatTime(until) : reason === 'idle' ? '没有消耗' : `${limits.forecastDays} 天以上`
