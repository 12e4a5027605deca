import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { NamedFigure } from '#src/admin/NamedFigure.tsx'
import { TopUp } from '#src/features/wallet/shared.ts'
import { paths } from '#src/paths.ts'
import { MeterBar } from '#src/ui/charts/MeterBar.tsx'
import { Sparkline } from '#src/ui/charts/Sparkline.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { formatHoursLeft } from './hours-left.ts'
import styles from './OverviewFigures.module.css'
import { useDailySpend } from './use-daily-spend.ts'
import type { Overview } from './use-overview.ts'

const abnormalPath = `${paths.containerInstances}?status=${instanceStatusCodes.abnormal}`
const toShare = (part: number, whole: number) => (part / Math.max(whole, 1)) * 100

/** Place of the small picture below a figure, kept while there is none. */
const Picture = ({ children }: { children: ReactNode }) => <span className={styles.picture}>{children}</span>

/** How many of the instances run. */
function RunningBar({ counts: { total, running } }: Pick<Overview, 'counts'>) {
  if (total === 0) return null
  return (
    <MeterBar parts={[{ name: '运行中', percent: toShare(running, total) }]} label={`共 ${total} 台，运行中 ${running}`} slim />
  )
}

/** What the last week cost, day by day. */
function WeekLine() {
  const { data } = useDailySpend('7')
  if (!data || data.subjects.length === 0) return null
  const basis = data.has_packages ? '（套餐按使用折算）' : ''
  return (
    <Sparkline values={data.days.map(({ total }) => Number(total))} label={`近 7 天每天的消费${basis}，共 ¥${data.total}`} wide />
  )
}

/** A full bar means that the balance lasts this long or longer. */
const fullBarHours = 30 * 24

const getBalanceTone = (hours: number) => (hours >= 72 ? 'plain' : hours >= 24 ? 'warning' : 'danger')

/** How long the balance lasts, against 30 days. */
function BalanceBar({ hours }: { hours: number | null }) {
  if (hours === null) return null
  return (
    <MeterBar
      parts={[{ name: '可用时长', percent: toShare(Math.min(hours, fullBarHours), fullBarHours) }]}
      label={`余额${formatHoursLeft(hours)}，满格为 30 天`}
      tone={getBalanceTone(hours)}
      slim
    />
  )
}

interface Props {
  overview: Overview
  /** Draws what a newcomer has nothing of yet. */
  pictures: boolean
}

/** The three key figures for which users open the console, each with a small picture. */
export function OverviewFigures({ overview: { wallet: purse, counts }, pictures }: Props) {
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
            {pictures && (
              <Picture>
                <RunningBar counts={counts} />
              </Picture>
            )}
          </>
        }
      >
        {counts.running}
        <small>台实例</small>
      </NamedFigure>
      <NamedFigure
        name="当前消耗"
        note={
          <>
            按秒计量，关机即停{pictures && '；曲线是近 7 天每天的消费'}
            {pictures && (
              <Picture>
                <WeekLine />
              </Picture>
            )}
          </>
        }
      >
        <YuanAmount amount={purse.burn_hour} as="price" unit="/小时" />
      </NamedFigure>
      <NamedFigure
        name="可用余额"
        note={
          <>
            {purse.hours_left !== null && Number(purse.voucher) > 0 && '含代金券'}
            {formatHoursLeft(purse.hours_left)} · <TopUp />
            {pictures && (
              <Picture>
                <BalanceBar hours={purse.hours_left} />
              </Picture>
            )}
          </>
        }
      >
        <YuanAmount amount={purse.cash} />
      </NamedFigure>
    </dl>
  )
}
