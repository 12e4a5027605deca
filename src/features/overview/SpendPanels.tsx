import { Segmented } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { dailySpendDays, type SpendBasis, type SpendSubject } from '#contract/consumption.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import {
  BalanceRunway,
  forecastReasonTexts,
  formatForecastEnd,
  formatLapses,
  formatSpreadNote,
  SpendBasisSwitch,
  spendBasisNames,
} from '#src/features/cost/shared.ts'
import { paths, withQuery } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatDayTick } from '#src/ui/charts/chart-data.ts'
import { formatYuanTick, formatYuanValue } from '#src/ui/charts/chart-yuan.ts'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './SpendPanels.module.css'
import { type SpendByDay, type SpendDays, useDailySpend } from './use-daily-spend.ts'

const plotHeight = 200
/** One small line and its distance, taken from the plot so that the panel stays as high. */
const noteHeight = 30

/** Names of the subjects, each once: instances may share a name, the series of a chart may not. */
const toSeriesNames = (subjects: readonly SpendSubject[]): string[] =>
  subjects.map(({ id, name }, index) =>
    subjects.findIndex((other) => other.name === name) === index ? name : `${name}（${id?.slice(-4)}）`,
  )

/** Rows of a subject within the days shown; the rest has no page of its own. */
function toSubjectPath({ kind, id }: SpendSubject, days: SpendByDay['days']): string | undefined {
  const range = { from: days[0]?.day, to: days.at(-1)?.day }
  if (kind === 'rest') return undefined
  return withQuery(paths.consumption, kind === 'llm' ? { kind: 'llm_usage', ...range } : { instance_id: id!, ...range })
}

interface SpendBarsProps {
  spend: SpendByDay
  basis: SpendBasis
  onBasis: (basis: SpendBasis) => void
}

/** Spending of each day, stacked by instance; a day opens its rows, a name those of its instance. */
function SpendBars({ spend: { days, subjects, total, unsettled, has_packages: hasPackages }, basis, onBasis }: SpendBarsProps) {
  return (
    <>
      <div className={styles.sum}>
        <strong>
          <YuanAmount amount={total} />
        </strong>
        <span>
          近 {days.length} 天{hasPackages && spendBasisNames[basis]}，另有未结算 <YuanAmount amount={unsettled} />
        </span>
        {hasPackages && <SpendBasisSwitch value={basis} onChange={onBasis} />}
      </div>
      {subjects.length === 0 ? (
        <p className={styles.nothing}>近 {days.length} 天没有消费，实例运行满一小时、关机或下单之后计入。</p>
      ) : (
        <StackedBars
          title={`近 ${days.length} 天每天的消费，按实例${hasPackages ? `，${spendBasisNames[basis]}` : ''}`}
          rowHead="日期"
          series={toSeriesNames(subjects)}
          seriesTo={subjects.map((subject) => toSubjectPath(subject, days))}
          rows={days.map(({ day, amounts, packages }) => {
            const note = formatSpreadNote(packages)
            return { key: day, values: amounts.map(Number), to: paths.consumptionOf({ day }), ...(note && { note }) }
          })}
          formatValue={formatYuanValue}
          formatTick={formatYuanTick}
          formatKey={formatDayTick}
          height={plotHeight}
        />
      )}
    </>
  )
}

/** Until when the money lasts, as a date and as a line down to it. */
function RunwayPanel({ spend: { forecast } }: { spend: SpendByDay }) {
  const lapses = formatLapses(forecast)
  return (
    <>
      <p className={styles.sum}>
        <strong>{formatForecastEnd(forecast)}</strong>
        <span>
          可用额度 <YuanAmount amount={forecast.available} />
        </span>
      </p>
      {forecast.reason === 'idle' ? (
        <p className={styles.nothing}>{forecastReasonTexts.idle}</p>
      ) : (
        <Suspense fallback={null}>
          <BalanceRunway forecast={forecast} height={lapses ? plotHeight - noteHeight : plotHeight} />
        </Suspense>
      )}
      {lapses && <p className={styles.note}>{lapses}</p>}
    </>
  )
}

/** Where the money went in the last days, and until when the rest lasts. The panels keep their height whatever they hold. */
export default function SpendPanels() {
  const [count, setCount] = useState<SpendDays>('7')
  const [basis, setBasis] = useState<SpendBasis>('used')
  const { data, error, refetch, isPlaceholderData } = useDailySpend(count, basis)
  const view = { data, error, onRetry: () => void refetch(), skeleton: <Skeleton height={plotHeight} /> }
  return (
    <div className={styles.panels}>
      <PagePanel
        title="每天的消费"
        extra={
          <Segmented<SpendDays>
            size="small"
            aria-label="时间范围"
            value={count}
            onChange={setCount}
            options={dailySpendDays.map((days) => ({ label: `近 ${days} 天`, value: days }))}
          />
        }
      >
        <div className={styles.spend} aria-busy={isPlaceholderData}>
          <AsyncView {...view} errorTitle="每天的消费加载失败">
            {(spend) => <SpendBars spend={spend} basis={basis} onBasis={setBasis} />}
          </AsyncView>
        </div>
      </PagePanel>
      <PagePanel
        title="余额预计可用至"
        extra={
          <Link className={styles.more} to={paths.costOverview}>
            费用总览
          </Link>
        }
      >
        <div className={styles.runway}>
          <AsyncView {...view} errorTitle="余额预计加载失败">
            {(spend) => <RunwayPanel spend={spend} />}
          </AsyncView>
        </div>
      </PagePanel>
    </div>
  )
}
