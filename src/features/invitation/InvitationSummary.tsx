import { Link } from 'react-router-dom'
import type { EndpointData } from '#contract/endpoint.ts'
import type { invitation } from '#contract/invitation.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import controls from '#src/ui/controls.module.css'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InvitationSummary.module.css'

/** What the code has brought so far. */
export function InvitationSummary({ summary }: { summary: EndpointData<typeof invitation.get> }) {
  const { invitees, verified, reward, pending, income } = summary
  return (
    <PagePanel title="邀请成果">
      <dl className={styles.figures}>
        <div className={styles.most}>
          <dt>累计奖励</dt>
          <dd>
            <YuanAmount amount={reward} />
          </dd>
        </div>
        <div>
          <dt>待结清</dt>
          <dd>
            <YuanAmount amount={pending} />
          </dd>
        </div>
        <div>
          <dt>已注册</dt>
          <dd>{invitees} 人</dd>
        </div>
        <div>
          <dt>已实名</dt>
          <dd>{verified} 人</dd>
        </div>
        <div>
          <dt>收益钱包</dt>
          <dd>
            <YuanAmount amount={income} />
          </dd>
        </div>
      </dl>
      <Link className={`${controls.button} ${controls.plain}`} to={paths.withdrawals}>
        去提现
      </Link>
    </PagePanel>
  )
}
