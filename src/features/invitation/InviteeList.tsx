import { Pagination } from 'antd'
import { useState } from 'react'
import { invitation } from '#contract/invitation.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './InviteeList.module.css'
import { InviteeRow } from './InviteeRow.tsx'

const shown = 10

/** Who registered with the code; each opens to the days its reward is made of. */
export function InviteeList() {
  const [page, setPage] = useState(1)
  const query = { page, page_size: shown }
  const { data, total, error, refetch } = useEndpoint(invitation.invitees, { query }, { keep: true })
  return (
    <PagePanel title="受邀用户">
      <AsyncView
        data={data}
        error={error}
        errorTitle="受邀用户加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={4} columns={4} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="暂无好友注册" hint="把链接、二维码或海报发给需要 GPU 的同学和同事，他们注册后会出现在这里。" />
          ) : (
            <>
              <ul className={styles.list}>
                {rows.map((invitee) => (
                  <InviteeRow key={invitee.id} invitee={invitee} />
                ))}
              </ul>
              {total > shown && (
                <Pagination
                  size="small"
                  current={page}
                  total={total}
                  pageSize={shown}
                  showSizeChanger={false}
                  onChange={setPage}
                />
              )}
            </>
          )
        }
      </AsyncView>
    </PagePanel>
  )
}
