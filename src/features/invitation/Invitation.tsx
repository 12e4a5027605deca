import { invitation } from '#contract/invitation.ts'
import { limits } from '#contract/limits.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './Invitation.module.css'
import { InvitationSummary } from './InvitationSummary.tsx'
import { InviteCodeShare } from './InviteCodeShare.tsx'
import { InviteeList } from './InviteeList.tsx'
import { RewardRules } from './RewardRules.tsx'

const percent = limits.invitationPercent

/** The code, ways to pass it on, and what has come of it (product §6). */
export default function Invitation() {
  const { data, error, refetch } = useEndpoint(invitation.get)
  return (
    <div className={frame.page}>
      <PageHeading title="邀请好友" meaning={`好友用你的邀请码注册后一年内，现金消费的 ${percent}% 作为奖励进入你的收益钱包。`} />
      <AsyncView
        data={data}
        error={error}
        errorTitle="邀请信息加载失败"
        onRetry={() => void refetch()}
        skeleton={<Skeleton height={320} />}
      >
        {(summary) => (
          <div className={styles.panels}>
            <div className={styles.top}>
              <InviteCodeShare code={summary.invite_code} />
              <InvitationSummary summary={summary} />
            </div>
            <InviteeList />
            <RewardRules />
          </div>
        )}
      </AsyncView>
    </div>
  )
}
