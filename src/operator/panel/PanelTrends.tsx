import { useCan } from '@refinedev/core'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { EndpointData } from '#contract/endpoint.ts'
import { failureKinds, operatorTrends, type TrendDays, trendDays } from '#contract/operator/trends.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatDayTick } from '#src/ui/charts/chart-data.ts'
import { Lines } from '#src/ui/charts/Lines.tsx'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './PanelTrends.module.css'

type MoneyTrend = EndpointData<(typeof operatorTrends)['money']>
type FleetTrend = EndpointData<(typeof operatorTrends)['fleet']>

const height = 240
const layout = { height, rowHead: '日期', formatKey: formatDayTick }
const formatAmount = (yuan: number) => `${yuan < 0 ? '-' : ''}¥${formatYuan(Math.abs(yuan).toFixed(2))}`
/** On the axis, whole yuan say enough. */
const formatAmountTick = (yuan: number) => formatAmount(yuan).replace(/\.\d+$/, '')
/** An axis of few counts has marks between them, which count nothing. */
const formatCountTick = (count: number) => (Number.isInteger(count) ? String(count) : '')
const periods = Object.entries(trendDays).map(([value, label]) => ({ value: value as TrendDays, label }))
const defaultDays: TrendDays = '30'

/** The length of the charts, kept in the address. */
function useTrendDays(): [TrendDays, (days: TrendDays) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('days')
  const days = periods.find(({ value }) => value === asked)?.value ?? defaultDays
  return [days, (next) => setSearch(next === defaultDays ? {} : { days: next }, { replace: true })]
}

interface ChartPanelProps<T> {
  title: string
  /** What is counted, and what a click opens. */
  note: string
  /** What `useEndpoint` returned. */
  read: { data: T | undefined; error: unknown; refetch: () => unknown }
  children: (trend: T) => ReactNode
}

/** A chart in its panel, which is as high before the figures arrive. */
function ChartPanel<T>({ title, note, read: { data, error, refetch }, children }: ChartPanelProps<T>) {
  return (
    <PagePanel title={title}>
      <p className={styles.note}>{note}</p>
      <div className={styles.chart}>
        <AsyncView data={data} error={error} onRetry={() => void refetch()} skeleton={<Skeleton height={height} />}>
          {children}
        </AsyncView>
      </div>
    </PagePanel>
  )
}

const drawRevenue = ({ series, days }: MoneyTrend) => (
  <StackedBars
    {...layout}
    title="每天的收入，按产品"
    series={series.map(({ name }) => name)}
    formatValue={formatAmount}
    formatTick={formatAmountTick}
    rows={days.map(({ day, parts }) => ({
      key: day,
      values: parts.map(Number),
      to: operatorPaths.entriesOf({ account: 'revenue', from: day, to: day }),
    }))}
  />
)

const drawChannel = ({ days }: MoneyTrend) => (
  <StackedBars
    {...layout}
    title="每天的充值与提现"
    series={['充值', '提现']}
    formatValue={formatAmount}
    formatTick={formatAmountTick}
    rows={days.map(({ day, recharged, withdrawn }) => ({
      key: day,
      values: [Number(recharged), 0 - Number(withdrawn)],
      to: operatorPaths.entriesOf({ account: 'channel', from: day, to: day }),
    }))}
  />
)

/** Lines with a look of their own; what is left is drawn as one. */
const ownLinesMax = 5

/** The models with most cards, and the average of the others by card: more lines than looks could not be told apart. */
function mergeSmallModels({ models, days }: FleetTrend) {
  const bySize = models.map((_, nth) => nth).sort((a, b) => models[b]!.cards - models[a]!.cards)
  const own = models.length > ownLinesMax + 1 ? bySize.slice(0, ownLinesMax).sort((a, b) => a - b) : models.map((_, nth) => nth)
  const others = bySize.filter((nth) => !own.includes(nth))
  const cards = others.reduce((sum, nth) => sum + models[nth]!.cards, 0)
  const averageOf = (percent: FleetTrend['days'][number]['percent']) => {
    if (others.some((nth) => percent[nth] === null)) return null
    return Math.round((others.reduce((sum, nth) => sum + percent[nth]! * models[nth]!.cards, 0) / cards) * 10) / 10
  }
  return {
    series: [...own.map((nth) => models[nth]!.gpu_model), ...(others.length ? ['其他型号'] : [])],
    rows: days.map(({ day, percent }) => ({
      key: day,
      values: [...own.map((nth) => percent[nth]!), ...(others.length ? [averageOf(percent)] : [])],
    })),
  }
}

const drawUtilisation = (fleet: FleetTrend) => (
  <Lines
    {...layout}
    {...mergeSmallModels(fleet)}
    title="每天的 GPU 利用率，按型号"
    formatValue={(percent) => `${percent}%`}
    top={100}
    axisWidth={48}
  />
)

const drawFailures = ({ days }: FleetTrend, linked: boolean) => (
  <StackedBars
    {...layout}
    title="每天的实例异常"
    series={Object.values(failureKinds)}
    formatValue={(count) => `${count} 次`}
    formatTick={formatCountTick}
    axisWidth={40}
    rows={days.map(({ day, boot_failures: boots, run_failures: runs }) => ({
      key: day,
      values: [boots, runs],
      ...(linked && { to: operatorPaths.failuresOf({ from: day, to: day }) }),
    }))}
  />
)

const refreshMs = 300_000

/** Revenue, utilisation, money in and out, and failures over time. */
export function PanelTrends({ seesMoney }: { seesMoney: boolean }) {
  const [days, setDays] = useTrendDays()
  const seesFailures = useCan({ resource: 'operator-failures', action: 'list' }).data?.can ?? false
  const query = { days }
  const money = useEndpoint(operatorTrends.money, { query }, { enabled: seesMoney, keep: true, every: refreshMs })
  const fleet = useEndpoint(operatorTrends.fleet, { query }, { keep: true, every: refreshMs })
  return (
    <section className={styles.trends} aria-label="走势">
      <div className={styles.head}>
        <h2>走势</h2>
        <Segmented aria-label="时间" options={periods} value={days} onChange={setDays} />
      </div>
      {seesMoney && (
        <ChartPanel title="每天的收入" note="已扣退款，含代金券支付的部分；点一天看它的分录。" read={money}>
          {drawRevenue}
        </ChartPanel>
      )}
      <ChartPanel
        title="GPU 利用率"
        note="租出的卡时 ÷ 现在登记的卡数在当天的时长；主机增减没有历史，按现在的卡数计。"
        read={fleet}
      >
        {drawUtilisation}
      </ChartPanel>
      {seesMoney && (
        <ChartPanel title="充值与提现" note="渠道收到的在上，已打款的提现在下；点一天看它的分录。" read={money}>
          {drawChannel}
        </ChartPanel>
      )}
      <ChartPanel
        title="实例异常"
        note={seesFailures ? '开机没有成功的，和运行中停下的；点一天看是哪些实例。' : '开机没有成功的，和运行中停下的。'}
        read={fleet}
      >
        {(trend) => drawFailures(trend, seesFailures)}
      </ChartPanel>
    </section>
  )
}
