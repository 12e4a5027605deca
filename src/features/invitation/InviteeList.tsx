import { useState } from 'react'
import { type Invitee, invitation } from '#contract/invitation.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SmallPagination } from '#src/admin/SmallPagination.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InviteeList.module.css'
import { RewardDays } from './RewardDays.tsx'

/** One invitee; expands to the days behind the reward. */
function InviteeRow({ invitee }: { invitee: Invitee }) {
  const [open, setOpen] = useState(false)
  const { id, phone, verified, registered_at: registeredAt, rewards_until: rewardsUntil, spent, pending, reward } = invitee
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.who}>
          <strong>{phone}</strong>
          <ToneTag tone={verified ? 'success' : 'neutral'} icon={verified ? 'check' : 'info'}>
            {verified ? '已实名' : '未实名'}
          </ToneTag>
        </span>
        <span className={styles.when}>
          {formatTime(registeredAt)} 注册，奖励至 {formatTime(rewardsUntil).slice(0, 10)}
          {Number(pending) > 0 && `，${pending} 元消费待结清`}
        </span>
        <span className={styles.sum}>
          <span className={styles.label}>现金消费</span>
          <YuanAmount amount={spent} />
        </span>
        <span className={styles.sum}>
          <span className={styles.label}>奖励</span>
          <YuanAmount amount={reward} as="flow" />
        </span>
        <Icon name="chevron" className={styles.mark} />
      </button>
      {open && <RewardDays invitee_id={id} />}
    </li>
  )
}

const shown = 10

/** Users who registered with the code; each expands to the days that make up its reward. */
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
              <SmallPagination page={page} pageSize={shown} total={total} onPage={setPage} />
            </>
          )
        }
      </AsyncView>
    </PagePanel>
  )
}
