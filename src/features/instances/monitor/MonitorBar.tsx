import { Button, Segmented, Select, Switch } from 'antd'
import { useState } from 'react'
import type { MonitorSpan } from '#contract/monitor.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { isRunningNow } from '#src/features/instances/instance-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './monitor.module.css'
import { useOtherInstances } from './use-monitor.ts'

const rangeLabels: Record<Exclude<MonitorSpan, 'run'>, string> = {
  '1h': '1 小时',
  '6h': '6 小时',
  '24h': '24 小时',
  '7d': '7 天',
  '30d': '30 天',
}
const fixedRanges = Object.keys(rangeLabels) as (keyof typeof rangeLabels)[]
export type RangeChoice = MonitorSpan | 'custom'

interface RangeInputProps {
  instance: InstanceDetail
  choice: RangeChoice
  onChoice: (choice: RangeChoice) => void
}

/** Selects the time span. A phone has no room for all of them side by side. */
function RangeInput({ instance, choice, onChoice }: RangeInputProps) {
  const narrow = useStore(narrowScreen)
  const props = {
    'aria-label': '时间范围',
    className: styles.ranges ?? '',
    value: choice,
    onChange: onChoice,
    options: [
      { value: 'run' as const, label: isRunningNow(instance) ? '本次运行' : '最近运行' },
      ...fixedRanges.map((value) => ({ value, label: rangeLabels[value] })),
      { value: 'custom' as const, label: '自定义' },
    ],
  }
  return narrow ? <Select<RangeChoice> {...props} /> : <Segmented<RangeChoice> {...props} />
}

interface CompareProps {
  instance: InstanceDetail
  compare: string | null
  onCompare: (id: string | null) => void
}

/** Chooses another own instance, whose lines are drawn beside these. */
function CompareChoice({ instance, compare, onCompare }: CompareProps) {
  const [opened, setOpened] = useState(false)
  const { others, isLoading } = useOtherInstances(instance.id, opened || compare !== null)
  return (
    <Select
      className={styles.compare}
      aria-label="对比另一台实例"
      placeholder="对比"
      allowClear
      showSearch
      optionFilterProp="label"
      loading={isLoading}
      value={compare}
      onOpenChange={setOpened}
      onChange={(id: string | undefined) => onCompare(id ?? null)}
      notFoundContent={isLoading ? '正在加载' : '没有其他实例'}
      options={(others ?? []).map(({ id, nick_name: name }) => ({ value: id, label: name }))}
    />
  )
}

interface Props extends CompareProps, RangeInputProps {
  /** Null if the displayed time span is fixed. */
  live: boolean | null
  onLive: (live: boolean) => void
  table: boolean
  onTable: (table: boolean) => void
  onDownload: () => void
  empty: boolean
}

/** Selects the time span, live updates, an instance to compare with, and charts or table. */
export function MonitorBar(props: Props) {
  const { instance, compare, onCompare, choice, onChoice, live, onLive, table, onTable, onDownload, empty } = props
  const narrow = useStore(narrowScreen)
  return (
    <div className={styles.bar} role="toolbar" aria-label="监控工具">
      <RangeInput instance={instance} choice={choice} onChoice={onChoice} />
      {live !== null && (
        <span className={styles.live}>
          <Switch size="small" checked={live} onChange={onLive} aria-label="每 15 秒自动更新" />
          实时
        </span>
      )}
      <span className={styles.buttons}>
        <CompareChoice instance={instance} compare={compare} onCompare={onCompare} />
        <Button icon={<Icon name="rows" />} onClick={() => onTable(!table)}>
          {table ? '看曲线' : '看表格'}
        </Button>
        <Button icon={<Icon name="download" />} disabled={empty} onClick={onDownload} aria-label="下载 CSV">
          {!narrow && '下载 CSV'}
        </Button>
      </span>
    </div>
  )
}
