import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { current_user } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { useAnswer } from '../use-cached-query.ts'
import styles from './Creator.module.css'
import { ApplyForm } from './CreatorApplyForm.tsx'
import { Income } from './CreatorIncomePanel.tsx'
import { Earlier } from './EarlierApplications.tsx'
import type { Standing } from './requests.ts'

function Note({ tag, title, children }: { tag: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={styles.standing}>
      <div>
        <strong>{title}</strong> {tag}
        <p>{children}</p>
      </div>
    </div>
  )
}

function Asking({ standing, onApplied }: { standing: Standing; onApplied: (now: Standing) => void }) {
  const user = useStore(current_user)
  if (user?.account_type === 'sub')
    return (
      <Note tag={null} title="成为创作者">
        子账号不能申请，请由主账号申请。
      </Note>
    )
  if (!standing.real_name_passed) {
    return (
      <div className={styles.standing}>
        <div>
          <strong>成为创作者</strong>
          <p>收益会打到本人的账户，申请之前需要先完成实名认证。</p>
        </div>
        <Link
          className={`${controls.button} ${controls.primary}`}
          to={paths.certification_details_for({ return: paths.creative_income })}
        >
          去实名认证
        </Link>
      </div>
    )
  }
  return <ApplyForm onApplied={onApplied} />
}

function Refused({ standing }: { standing: Standing }) {
  const [last] = standing.history
  if (standing.state === 'refused' && last)
    return (
      <Note
        title="申请被驳回"
        tag={
          <Tag tone="danger" icon="close">
            已驳回
          </Tag>
        }
      >
        原因：{last.reason}。修改后可以再次申请。
      </Note>
    )
  if (standing.state === 'revoked' && last)
    return (
      <Note
        title="创作者资格已收回"
        tag={
          <Tag tone="warning" icon="undo">
            已收回
          </Tag>
        }
      >
        原因：{last.revoked_reason}。已发布的内容不变，收益照常对账入账；可以重新申请。
      </Note>
    )
  return null
}

/** One's own standing, what can be done about it, and what came of it. */
export default function MyCreator() {
  // Whose it is: another account in the same tab asks anew.
  const who = useStore(session)?.userId ?? ''
  const answer = useAnswer(`creator:${who}`, async (signal) => (await import('./requests.ts')).ownStanding(signal))
  return (
    <AsyncView
      data={answer.data}
      error={answer.error}
      onRetry={answer.retry}
      errorTitle="创作者资格加载失败"
      skeleton={<Skeleton height={96} />}
    >
      {(standing) => (
        <div className={styles.area}>
          {standing.state === 'pending' && standing.history[0] && (
            <Note
              title="申请正在审核"
              tag={
                <Tag tone="warning" icon="clock">
                  待审核
                </Tag>
              }
            >
              提交于 <TimeText at={standing.history[0].submitted_at} />
              ，1 个工作日内完成，结果会发通知给你。
            </Note>
          )}
          <Refused standing={standing} />
          {standing.state !== 'pending' && !standing.is_creator && <Asking standing={standing} onApplied={answer.set} />}
          {(standing.is_creator || standing.history.some(({ state }) => state === 'approved')) && (
            <Income who={who} is_creator={standing.is_creator} />
          )}
          <Earlier history={standing.history} />
        </div>
      )}
    </AsyncView>
  )
}
