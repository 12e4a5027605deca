import { Button, Segmented, Switch } from 'antd'
import type { MonitorRange } from '#contract/monitor.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Monitor.module.css'

const rangeLabels: Record<MonitorRange, string> = {
  '1h': '1 小时',
  '6h': '6 小时',
  '24h': '24 小时',
  '7d': '7 天',
  '30d': '30 天',
}
export type RangeChoice = MonitorRange | 'custom'

interface Props {
  choice: RangeChoice
  onChoice: (choice: RangeChoice) => void
  /** Null where the time shown does not go on. */
  live: boolean | null
  onLive: (live: boolean) => void
  table: boolean
  onTable: (table: boolean) => void
  onDownload: () => void
  empty: boolean
}

/** Which time, whether it goes on by itself, and how it is shown. */
export function MonitorBar({ choice, onChoice, live, onLive, table, onTable, onDownload, empty }: Props) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="监控工具">
      <Segmented<RangeChoice>
        aria-label="时间范围"
        className={styles.ranges}
        value={choice}
        onChange={onChoice}
        options={[
          ...(Object.keys(rangeLabels) as MonitorRange[]).map((value) => ({ value, label: rangeLabels[value] })),
          { value: 'custom' as const, label: '自定义' },
        ]}
      />
      {live !== null && (
        <span className={styles.live}>
          <Switch size="small" checked={live} onChange={onLive} aria-label="每 15 秒自动更新" />
          实时
        </span>
      )}
      <span className={styles.buttons}>
        <Button icon={<Icon name="rows" />} onClick={() => onTable(!table)}>
          {table ? '看曲线' : '看表格'}
        </Button>
        <Button icon={<Icon name="download" />} disabled={empty} onClick={onDownload}>
          下载 CSV
        </Button>
      </span>
    </div>
  )
}
