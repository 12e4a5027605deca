import { Link } from 'react-router-dom'
import type { EndpointData } from '#contract/endpoint.ts'
import type { operatorPanel } from '#contract/operator/money.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { operatorPaths } from '#src/operator/paths.ts'
import styles from './GpuTable.module.css'

type Row = EndpointData<(typeof operatorPanel)['stock']>['gpus'][number]

const columns = [
  { state: 'rented', title: '已租出' },
  { state: 'free', title: '空闲' },
  { state: 'closed', title: '不可租' },
] as const

function GpuCount({ row, state }: { row: Row; state: (typeof columns)[number]['state'] | undefined }) {
  const count = state ? row[state] : row.total
  const to = operatorPaths.gpusOf({ region_id: row.region_id ?? undefined, gpu_model: row.gpu_model, state })
  return count ? <Link to={to}>{count}</Link> : <span className={styles.zero}>0</span>
}

/** Cards by region and model; the bar shows the rented share. */
export function GpuTable({ gpus }: { gpus: readonly Row[] }) {
  return (
    <PagePanel title="GPU 分布" flush>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>地域</th>
              <th>型号</th>
              <th className={styles.number}>总数</th>
              {columns.map(({ state, title }) => (
                <th key={state} className={styles.number}>
                  {title}
                </th>
              ))}
              <th>利用率</th>
            </tr>
          </thead>
          <tbody>
            {gpus.map((row) => {
              const percent = row.total ? Math.round((row.rented / row.total) * 100) : 0
              return (
                <tr key={`${row.region_id} ${row.gpu_model}`}>
                  <td>{row.region_name ?? '待登记'}</td>
                  <td>{row.gpu_model}</td>
                  <td className={styles.number}>
                    <GpuCount row={row} state={undefined} />
                  </td>
                  {columns.map(({ state }) => (
                    <td key={state} className={styles.number}>
                      <GpuCount row={row} state={state} />
                    </td>
                  ))}
                  <td>
                    <span className={styles.use}>
                      <meter className={styles.meter} value={percent} max={100} aria-label="利用率" />
                      {percent}%
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </PagePanel>
  )
}
