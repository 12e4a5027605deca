import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { creatorAuditStates } from '#contract/creator-labels.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { useCachedQuery } from '#src/site/community/use-cached-query.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { CreatorApplyForm } from './CreatorApplyForm.tsx'
import { CreatorIncomePanel } from './CreatorIncomePanel.tsx'
import styles from './creator.module.css'
import type { OwnCreatorStanding } from './requests.ts'

/** Earlier applications and their results. */
function EarlierApplications({ history }: Pick<OwnCreatorStanding, 'history'>) {
  if (history.length < 2) return null
  return (
    <details className={styles.earlier}>
      <summary>申请记录（{history.length}）</summary>
      <ol>
        {history.map(({ id, state, submitted_at: submittedAt, reason, revoked_reason: revokedReason }) => (
          <li key={id}>
            <TimeText at={submittedAt} /> {creatorAuditStates[state]}
            {reason && `：${reason}`}
            {revokedReason && `；之后收回：${revokedReason}`}
          </li>
        ))}
      </ol>
    </details>
  )
}

function StandingNote({ tag, title, children }: { tag: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={styles.standing}>
      <div>
        <strong>{title}</strong> {tag}
        <p>{children}</p>
      </div>
    </div>
  )
}

function ApplySection({ standing, onApplied }: { standing: OwnCreatorStanding; onApplied: (now: OwnCreatorStanding) => void }) {
  const user = useStore(currentUser)
  if (user?.account_type === 'sub')
    return (
      <StandingNote tag={null} title="成为创作者">
        子账号不能申请，请由主账号申请。
      </StandingNote>
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
          to={paths.certificationDetailsFor({ return: paths.creativeIncome })}
        >
          去实名认证
        </Link>
      </div>
    )
  }
  return <CreatorApplyForm onApplied={onApplied} />
}

function RefusedNote({ standing }: { standing: OwnCreatorStanding }) {
  const [last] = standing.history
  if (standing.state === 'refused' && last)
    return (
      <StandingNote
        title="申请被驳回"
        tag={
          <ToneTag tone="danger" icon="close">
            已驳回
          </ToneTag>
        }
      >
        原因：{last.reason}。修改后可以再次申请。
      </StandingNote>
    )
  if (standing.state === 'revoked' && last)
    return (
      <StandingNote
        title="创作者资格已收回"
        tag={
          <ToneTag tone="warning" icon="undo">
            已收回
          </ToneTag>
        }
      >
        原因：{last.revoked_reason}。已发布的内容不变，收益照常对账入账；可以重新申请。
      </StandingNote>
    )
  return null
}

/** The user's own creator status, with its actions and history. */
export default function MyCreatorStanding() {
  // Keyed by user: another account in the same tab loads its own data.
  const who = useStore(session)?.userId ?? ''
  const answer = useCachedQuery(`creator:${who}`, async (signal) => (await import('./requests.ts')).getOwnCreatorStanding(signal))
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
            <StandingNote
              title="申请正在审核"
              tag={
                <ToneTag tone="warning" icon="clock">
                  待审核
                </ToneTag>
              }
            >
              提交于 <TimeText at={standing.history[0].submitted_at} />
              ，1 个工作日内完成，结果会发通知给你。
            </StandingNote>
          )}
          <RefusedNote standing={standing} />
          {standing.state !== 'pending' && !standing.is_creator && <ApplySection standing={standing} onApplied={answer.set} />}
          {(standing.is_creator || standing.history.some(({ state }) => state === 'approved')) && (
            <CreatorIncomePanel who={who} is_creator={standing.is_creator} />
          )}
          <EarlierApplications history={standing.history} />
        </div>
      )}
    </AsyncView>
  )
}
