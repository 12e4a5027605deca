import { Link } from 'react-router-dom'
import type { EndpointData } from '#contract/endpoint.ts'
import type { operatorPanel } from '#contract/operator/money.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { operatorPaths } from '#src/operator/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { FiguresTable, NumberCell } from './FiguresTable.tsx'
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

const heads = [
  { title: '型号' },
  ...[{ title: '总数' }, ...columns].map(({ title }) => ({ title, number: true })),
  { title: '租出率' },
]

/** Cards by region and model; the bar shows the rented share. */
export function GpuTable({ gpus }: { gpus: readonly Row[] }) {
  return (
    <PagePanel title="GPU 分布" flush>
      <FiguresTable heads={heads}>
        {gpus.map((row) => {
          const percent = row.total ? Math.round((row.rented / row.total) * 100) : 0
          return (
            <tr key={`${row.region_id} ${row.gpu_model}`}>
              <td>
                {row.gpu_model}
                <CellSubline>{row.region_name ?? '待登记'}</CellSubline>
              </td>
              <NumberCell>
                <GpuCount row={row} state={undefined} />
              </NumberCell>
              {columns.map(({ state }) => (
                <NumberCell key={state}>
                  <GpuCount row={row} state={state} />
                </NumberCell>
              ))}
              <td>
                <span className={styles.use}>
                  <meter className={styles.meter} value={percent} max={100} aria-label="租出率" />
                  {percent}%
                </span>
              </td>
            </tr>
          )
        })}
      </FiguresTable>
    </PagePanel>
  )
}
