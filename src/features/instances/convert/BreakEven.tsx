import { instanceMoney } from '#contract/instance-money.ts'
import { chargeRules, type Instance, instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { parseYuanToFen, parseYuanToMicro } from '#contract/money.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { getServerNow } from '#src/api/server-time.ts'
import moneyStyles from '#src/features/instances/money/money.module.css'
import { Lines } from '#src/ui/charts/Lines.tsx'
import styles from './BreakEven.module.css'
import { computeBreakEvenHours, computeDayCosts, computeUsualHours, type PlanPrices } from './break-even.ts'

const microPerFen = 10_000
const chartHeight = 220

const toFen = (yuan: string) => Number(parseYuanToFen(yuan))
const toHourFen = (yuan: string) => Number(parseYuanToMicro(yuan)) / microPerFen

/** Loads what a day and a week of this instance cost now, or an hour of it, whichever it does not have. */
function usePlanPrices(instance: Instance): PlanPrices | undefined {
  const { id, charge_rule: chargeRule, price_hour: priceHour } = instance
  const hourly = chargeRule === 'hour'
  const params = { id }
  const quoted = { retry: false, quiet: true } as const
  const convert = (rule: 'day' | 'week' | 'hour') => ({ params, body: { charge_rule: rule, quantity: 1 } })
  const renew = (rule: 'day' | 'week') => ({ body: { ids: [id], charge_rule: rule, quantity: 1 } })
  const day = useEndpoint(instanceMoney.convert_quote, convert('day'), { ...quoted, enabled: hourly })
  const week = useEndpoint(instanceMoney.convert_quote, convert('week'), { ...quoted, enabled: hourly })
  const hour = useEndpoint(instanceMoney.convert_quote, convert('hour'), { ...quoted, enabled: !hourly })
  const dayOn = useEndpoint(instanceMoney.renew_quote, renew('day'), { ...quoted, enabled: !hourly })
  const weekOn = useEndpoint(instanceMoney.renew_quote, renew('week'), { ...quoted, enabled: !hourly })
  const amounts = hourly ? [day.data?.pay, week.data?.pay] : [dayOn.data?.amount, weekOn.data?.amount]
  const price = hourly ? priceHour : hour.data?.after.price_hour
  const [ofDay, ofWeek] = amounts
  return ofDay && ofWeek && price ? { hour: toHourFen(price), day: toFen(ofDay), week: toFen(ofWeek) } : undefined
}

/** Average hours of use a day; undefined if unknown. */
function useUsualHours({ id, created_at: createdAt, charge_rule: chargeRule }: Instance): number | undefined {
  const query = { page_size: limits.pageSizeMax }
  const { data, total } = useEndpoint(instances.segments, { params: { id }, query }, { enabled: chargeRule === 'hour' })
  return data && computeUsualHours(data, data.length >= total, createdAt, getServerNow())
}

const stepsPerHour = 2
const hours = Array.from({ length: 24 * stepsPerHour + 1 }, (_, step) => step / stepsPerHour)
const formatHours = (count: number) => `${Number(count.toFixed(1))} 小时`
const toMarkKey = (count: number) => formatHours(Math.round(count * stepsPerHour) / stepsPerHour)
const formatFen = (fen: number) => `¥${(fen / 100).toFixed(2)}`

/** Says from how many hours a day on each package costs less. */
function formatAdvice(plan: '包日' | '包周', breakEven: number | undefined): string {
  return breakEven === undefined ? `每天用满 24 小时，${plan}也不更省` : `每天用满 ${formatHours(breakEven)}以上，${plan}更省`
}

/** Marks closer than this have no room for two labels on a phone; the text above names the second. */
const crowdedHours = 6

/** What a day costs under each plan, against the hours of use; marks where `plan` costs less, and the usual use. */
export function BreakEven({ instance, plan }: { instance: Instance; plan: 'day' | 'week' }) {
  const prices = usePlanPrices(instance)
  const usual = useUsualHours(instance)
  const [, dayCost, weekCost] = prices ? computeDayCosts(prices, 0) : [0, 0, 0]
  const day = prices && computeBreakEvenHours(prices.hour, dayCost)
  const week = prices && computeBreakEvenHours(prices.hour, weekCost)
  const marked = plan === 'day' ? day : week
  return (
    <PagePanel title="怎样更省">
      <div className={styles.advice} aria-live="polite" aria-busy={!prices}>
        {prices && (
          <>
            <p>{formatAdvice('包日', day)}。</p>
            <p>{formatAdvice('包周', week)}。</p>
          </>
        )}
        {usual !== undefined && <p className={moneyStyles.quiet}>这台实例最近平均每天用 {formatHours(usual)}。</p>}
      </div>
      <Lines
        title="每天用多久，每天多少钱"
        rowHead="每天用"
        series={['按量计费', '包日', '包周（每天）']}
        rows={prices ? hours.map((count) => ({ key: formatHours(count), values: computeDayCosts(prices, count) })) : []}
        formatValue={formatFen}
        formatTick={(fen) => `¥${Math.round(fen / 100)}`}
        height={chartHeight}
        tickEvery={4 * stepsPerHour}
        marks={[
          ...(marked === undefined ? [] : [{ key: toMarkKey(marked), label: `${chargeRules[plan]}更省` }]),
          ...(usual === undefined
            ? []
            : [
                {
                  key: toMarkKey(usual),
                  label: marked !== undefined && Math.abs(usual - marked) < crowdedHours ? '' : '平均每天',
                },
              ]),
        ]}
      />
    </PagePanel>
  )
}
