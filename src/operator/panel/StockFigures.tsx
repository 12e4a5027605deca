import { Link } from 'react-router-dom'
import type { DataOf } from '#contract/endpoint.ts'
import { type InstanceStatus, instance_statuses } from '#contract/instance-actions.ts'
import type { operator_panel } from '#contract/operator/money.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { Figure } from './FigureLink.tsx'
import styles from './OperatorPanel.module.css'

type Stock = DataOf<(typeof operator_panel)['stock']>

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Cards and instances in total, and what waits for somebody. */
export function StockLine({ stock: { gpus, instances, pending_changes, pending_hosts } }: { stock: Stock }) {
  const total = sum(gpus.map((row) => row.total))
  const rented = sum(gpus.map((row) => row.rented))
  const percent = total ? Math.round((rented / total) * 100) : 0
  return (
    <dl className={styles.line}>
      <Figure
        name="已租出 GPU"
        to={operator_paths.gpus_of({ state: 'rented' })}
        note={
          <>
            共 <Link to={operator_paths.gpus}>{total} 张</Link>，利用率 {percent}%
          </>
        }
      >
        {rented}
      </Figure>
      <Figure
        name="实例"
        to={operator_paths.instances}
        note={instances.map(({ status, count }, index) => (
          <span key={status}>
            {index > 0 && '，'}
            <Link to={operator_paths.instances_of({ status })}>
              {instance_statuses[status as InstanceStatus]} {count}
            </Link>
          </span>
        ))}
      >
        {sum(instances.map(({ count }) => count))}
      </Figure>
      <Figure name="等我审批" to={`${operator_paths.changes}?status=pending`} note="自己提出的须由别人审批">
        {pending_changes}
      </Figure>
      <Figure name="待登记主机" to={`${operator_paths.hosts}?state=pending`} note="登记到地域后才接收实例">
        {pending_hosts}
      </Figure>
    </dl>
  )
}
