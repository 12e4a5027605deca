import { Link } from 'react-router-dom'
import { type WaitingQueue, waitingQueues } from '#contract/operator/waiting.ts'
import type { LiveResource } from '#contract/stream.ts'
import type { Resource } from '#src/admin/resource.ts'
import { buildResourcePaths, buildRowPath } from '#src/admin/resource-paths.ts'
import type { ListEndpoint, Row } from '#src/admin/row-types.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { withQuery } from '#src/paths.ts'
import styles from './NextInQueue.module.css'

const live: readonly LiveResource[] = ['back_office']

/** What waits besides the row on this page: a reviewer goes from one to the next without the list. */
export function NextInQueue({ resource, id }: { resource: Resource; id: string }) {
  const { list, filter } = waitingQueues[resource.name as WaitingQueue]
  const { data, total } = useEndpoint<ListEndpoint>(list, { query: { ...filter } }, { live })
  if (!data) return null
  const rows = data as readonly Row[]
  const next = rows.find((row) => row.id !== id)
  const others = total - (rows.some((row) => row.id === id) ? 1 : 0)
  if (!next) {
    return (
      <p className={styles.line}>
        没有别的在等了。
        <Link to={operatorPaths.panel}>回到工作台</Link>
      </p>
    )
  }
  const { show = '' } = buildResourcePaths(resource)
  return (
    <p className={styles.line}>
      <Link to={withQuery(resource.path, filter)}>还有 {others} 项在等</Link>
      <Link to={buildRowPath(show, next.id)} className={styles.next}>
        下一项：{resource.title(next)}
      </Link>
    </p>
  )
}
