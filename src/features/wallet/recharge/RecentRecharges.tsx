import { type HttpError, useList } from '@refinedev/core'
import { Link } from 'react-router-dom'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './RecentRecharges.module.css'
import { RecentRow } from './RecentRow.tsx'
import type { RechargeDetail } from './use-recharge.ts'

const shown = 5

/** The last payments; one that still waits can be gone on with. */
export function RecentRecharges() {
  const { query, result } = useList<RechargeDetail, HttpError>({
    resource: 'recharges',
    pagination: { currentPage: 1, pageSize: shown },
    errorNotification: false, // the list itself says it
  })
  const total = result.total ?? 0
  return (
    <div className={styles.recent}>
      <PagePanel title="最近充值" flush extra={total > shown && <Link to={paths.recharges}>查看全部 {total} 条</Link>}>
        <AsyncView
          data={query.data?.data}
          error={query.error}
          errorTitle="充值记录加载失败"
          onRetry={() => void query.refetch()}
          skeleton={<SkeletonRows rows={3} />}
        >
          {(recharges) =>
            recharges.length ? (
              <ul className={styles.list}>
                {recharges.map((recharge) => (
                  <RecentRow key={recharge.id} recharge={recharge} />
                ))}
              </ul>
            ) : (
              <p className={styles.none}>还没有充值记录。选好金额后点「去支付」，付款成功的每一笔都会列在这里。</p>
            )
          }
        </AsyncView>
      </PagePanel>
    </div>
  )
}
