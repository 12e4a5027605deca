import { chargeRules } from '#contract/charge-rule.ts'
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

/** Says which packages end unrenewed while the money lasts, because the forecast leaves out what they cost from then on. */
export function formatLapses({ lapsing, until }: MoneyForecast): string | undefined {
  const [first, ...others] = lapsing.filter(({ at }) => until === null || at <= until)
  if (!first) return undefined
  const day = formatTime(first.at).slice(5, 10)
  if (others.length > 0) return `${others.length + 1} 个套餐 ${day} 起陆续到期，之后的费用不计入。`
  const name = `${chargeRules[first.charge_rule]}套餐 ${day} 到期`
  return first.policy === 'stop' ? `${name}后不续费就停止，续费不计入。` : `${name}后转按量计费，扣费不计入。`
}
