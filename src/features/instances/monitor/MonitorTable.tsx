import { Select } from 'antd'
import { useState } from 'react'
import type { Monitor } from '#contract/monitor.ts'
import { ScrollBox } from '#src/ui/ScrollBox.tsx'
import { LineSwatch } from './LineSwatch.tsx'
import styles from './MonitorTable.module.css'
import { formatMetric } from './metric-text.ts'
import type { PanelKey, PanelView } from './panels.ts'
import { formatMoment } from './time-ticks.ts'

const figures = { avg: '平均', min: '最低', max: '最高' } as const
const figureNames = Object.keys(figures) as (keyof typeof figures)[]

/** The chart data as a table: one group of metrics at a time, newest first. */
export function MonitorTable({ data, panels: views }: { data: Monitor; panels: readonly PanelView[] }) {
  const [chosen, setChosen] = useState<PanelKey>()
  const panel = views.find(({ key }) => key === chosen) ?? views[0]!
  const order = data.times.map((_, index) => index).reverse()
  return (
    <div className={styles.pane}>
      <Select
        className={styles.group}
        aria-label="指标"
        value={panel.key}
        onChange={setChosen}
        options={views.map(({ key, title }) => ({ value: key, label: title }))}
      />
      <ScrollBox label={`${panel.title}表格`} className={styles.frame}>
        <table className={styles.table}>
          <caption>
            {panel.title}，每 {data.step_seconds < 60 ? `${data.step_seconds} 秒` : `${data.step_seconds / 60} 分钟`}
            一行，北京时间
          </caption>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                时间
              </th>
              {panel.lines.map(({ key, name, color, dash }) => (
                <th key={key} scope="colgroup" colSpan={figureNames.length}>
                  <span className={styles.line}>
                    <LineSwatch color={color} dash={dash} />
                    {name}
                  </span>
                </th>
              ))}
            </tr>
            <tr>
              {panel.lines.flatMap(({ key }) =>
                figureNames.map((figure) => (
                  <th key={`${key} ${figure}`} scope="col">
                    {figures[figure]}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {order.map((index) => (
              <tr key={data.times[index]}>
                <th scope="row">{formatMoment(Date.parse(data.times[index]!), data.step_seconds)}</th>
                {panel.lines.flatMap(({ key, series }) =>
                  figureNames.map((figure) => (
                    <td key={`${key} ${figure}`}>{formatMetric(series.metric, series.points[figure][index] ?? null)}</td>
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}
