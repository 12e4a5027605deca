import { Link } from 'react-router-dom'
import type { EndpointData } from '#contract/endpoint.ts'
import { type InstanceStatus, instanceStatuses } from '#contract/instance-actions.ts'
import type { operatorPanel } from '#contract/operator/money.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { FigureLink } from './FigureLink.tsx'
import styles from './OperatorPanel.module.css'

type PanelStock = EndpointData<(typeof operatorPanel)['stock']>

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Cards and instances in total, and what waits for somebody. */
export function StockFigures({
  stock: { gpus, instances, pending_changes: pendingChanges, pending_hosts: pendingHosts },
}: {
  stock: PanelStock
}) {
  const total = sum(gpus.map((row) => row.total))
  const rented = sum(gpus.map((row) => row.rented))
  const percent = total ? Math.round((rented / total) * 100) : 0
  return (
    <dl className={styles.line}>
      <FigureLink
        name="已租出 GPU"
        to={operatorPaths.gpusOf({ state: 'rented' })}
        note={
          <>
            共 <Link to={operatorPaths.gpus}>{total} 张</Link>，利用率 {percent}%
          </>
        }
      >
        {rented}
      </FigureLink>
      <FigureLink
        name="实例"
        to={operatorPaths.instances}
        note={instances.map(({ status, count }, index) => (
          <span key={status}>
            {index > 0 && '，'}
            <Link to={operatorPaths.instancesOf({ status })}>
              {instanceStatuses[status as InstanceStatus]} {count}
            </Link>
          </span>
        ))}
      >
        {sum(instances.map(({ count }) => count))}
      </FigureLink>
      <FigureLink name="等我审批" to={`${operatorPaths.changes}?status=pending`} note="自己提出的须由别人审批">
        {pendingChanges}
      </FigureLink>
      <FigureLink name="待登记主机" to={`${operatorPaths.hosts}?state=pending`} note="登记到地域后才接收实例">
        {pendingHosts}
      </FigureLink>
    </dl>
  )
}
