import { Link } from 'react-router-dom'
import { type WaitingQueue, waitingQueues } from '#contract/operator/waiting.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { getServerNow } from '#src/api/server-time.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { formatWaitingCount, useWaitingCounts, type WaitingCounts } from '#src/operator/shared/use-waiting-counts.ts'
import { withQuery } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { formatAge, isLongWait } from './format-age.ts'
import styles from './WaitingInbox.module.css'

/** What waits in each queue, in words, and the list that holds it. */
const queues: Record<WaitingQueue, { label: string; path: `/${string}`; icon: IconName }> = {
  'operator-changes': { label: '变更待我审批', path: operatorPaths.changes, icon: 'check' },
  'operator-withdrawals': { label: '提现', path: operatorPaths.withdrawals, icon: 'external' },
  'operator-bank-transfers': { label: '对公转账', path: operatorPaths.bankTransfers, icon: 'rows' },
  'operator-invoices': { label: '发票与红冲', path: operatorPaths.invoices, icon: 'receipt' },
  'operator-identities': { label: '个人实名', path: operatorPaths.identities, icon: 'id_card' },
  'operator-real-names': { label: '企业与高校认证', path: operatorPaths.realNames, icon: 'id_card' },
  'operator-image-reviews': { label: '社区镜像', path: operatorPaths.imageReviews, icon: 'layers' },
  'operator-data-sets': { label: '数据集', path: operatorPaths.dataSetReviews, icon: 'ledger' },
  'operator-original-reviews': { label: '原创申请', path: operatorPaths.originalReviews, icon: 'shield' },
  'operator-creator-reviews': { label: '创作者申请', path: operatorPaths.creatorReviews, icon: 'user' },
  'operator-creator-statements': { label: '创作收益未入账', path: operatorPaths.creatorStatements, icon: 'gift' },
  'operator-hosts': { label: '主机待登记或停售', path: operatorPaths.hosts, icon: 'display' },
  'operator-gpus': { label: '停售的卡', path: operatorPaths.gpus, icon: 'chip' },
  'operator-quarantine': { label: '隔离的实例', path: operatorPaths.quarantine, icon: 'warning' },
  'operator-leads': { label: '新线索', path: operatorPaths.leads, icon: 'chat' },
}
const getQueuePath = (queue: WaitingQueue) => withQuery(queues[queue].path, waitingQueues[queue].filter)

/** Sorts after every time. */
const noTime = '9999'

/** Queues with work, the one that waits longest first; a queue without times comes last. */
const sortByAge = (counts: WaitingCounts) =>
  [...counts]
    .filter(([, { count }]) => count > 0)
    .sort(([, a], [, b]) => (a.oldest_at ?? noTime).localeCompare(b.oldest_at ?? noTime))

function QueueList({ counts }: { counts: WaitingCounts }) {
  const now = getServerNow()
  const waiting = sortByAge(counts)
  const empty = [...counts].filter(([, { count }]) => count === 0)
  return (
    <>
      {waiting.length > 0 ? (
        <ul className={styles.queues}>
          {waiting.map(([queue, { count, oldest_at: oldestAt }]) => (
            <li key={queue}>
              <Link to={getQueuePath(queue)} className={styles.queue}>
                <Icon name={queues[queue].icon} className={styles.icon} />
                <span className={styles.name}>{queues[queue].label}</span>
                <strong className={styles.count}>{formatWaitingCount(count)}</strong>
                <span className={styles.age} data-long={oldestAt !== null && isLongWait(oldestAt, now)}>
                  {oldestAt && `最早 ${formatAge(oldestAt, now)}`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.clear}>
          <Icon name="check" className={styles.icon} />
          都处理完了，没有等你的事。
        </p>
      )}
      {waiting.length > 0 && empty.length > 0 && (
        <p className={styles.rest}>
          没有等待的：
          {empty.map(([queue], nth) => (
            <span key={queue}>
              {nth > 0 && '、'}
              <Link to={queues[queue].path}>{queues[queue].label}</Link>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

const outline = (
  <div className={styles.queues} role="status" aria-label="加载中">
    {['a', 'b', 'c'].map((key) => (
      <div key={key} className={styles.queue}>
        <Skeleton />
      </div>
    ))}
  </div>
)

/** All that waits for this operator, with its age; each queue opens the list of what waits. */
export function WaitingInbox() {
  const { counts, error, refetch } = useWaitingCounts()
  return (
    <PagePanel title="等待处理" flush>
      <div className={styles.inbox}>
        <AsyncView data={counts} error={error} onRetry={() => void refetch()} skeleton={outline}>
          {(known) => <QueueList counts={known} />}
        </AsyncView>
      </div>
    </PagePanel>
  )
}
