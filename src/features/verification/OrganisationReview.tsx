import { Button } from 'antd'
import {
  type Certification,
  certification,
  certificationKinds,
  certificationStates,
  universityStandings,
} from '#contract/certification.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { useAction } from '#src/admin/use-action.ts'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { certificationStateStyles } from './certification-styles.ts'
import styles from './OrganisationPanel.module.css'
import facts from './RealNameVerified.module.css'

const meanings: Record<keyof typeof certificationStates, string> = {
  pending: '审核人员正在核对证件照片，结果会通过通知告诉你。',
  passed: '证件照片已在审核结束后删除。',
  refused: '证件照片已删除，修改后可以重新提交。',
  withdrawn: '',
}

function buildFacts(latest: Certification): [string, string | null][] {
  const { kind, organisation, number, person, standing, email } = latest
  if (kind === 'company') {
    return [
      ['企业名称', organisation],
      ['统一社会信用代码', number],
      ['法定代表人', person],
    ]
  }
  return [
    ['学校', organisation],
    ['身份', standing && universityStandings[standing]],
    [standing === 'staff' ? '工号' : '学号', number],
    ['学校邮箱', email],
  ]
}

/** State of the review, with the submitted data masked. */
export function OrganisationReview({ latest, onAgain }: { latest: Certification; onAgain: () => void }) {
  const ask = useConfirmDialogs()
  const { run, pending: withdrawing } = useAction(certification.withdraw, {
    failed: '撤回失败，请重试',
    answers: [certification.get],
  })
  const askWithdraw = () =>
    void ask.confirm({
      title: '撤回认证',
      content: '撤回后证件照片立即删除，可以重新填写再提交。',
      okText: '撤回认证',
      onOk: () => void run(),
    })

  return (
    <>
      <div className={styles.state} data-status={latest.status}>
        <div>
          <StateTag state={latest.status} looks={certificationStateStyles} words={certificationStates} />
        </div>
        {latest.reason && <strong>原因：{latest.reason}</strong>}
        <span>{meanings[latest.status]}</span>
      </div>
      <dl className={facts.facts}>
        <div>
          <dt>认证类型</dt>
          <dd>{certificationKinds[latest.kind]}</dd>
        </div>
        {buildFacts(latest).map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>
                <dd className={facts.number}>{value}</dd>
              </div>
            ),
        )}
        <div>
          <dt>提交时间</dt>
          <dd>
            <TimeText at={latest.submitted_at} />
          </dd>
        </div>
        {latest.decided_at && (
          <div>
            <dt>审核时间</dt>
            <dd>
              <TimeText at={latest.decided_at} />
            </dd>
          </div>
        )}
      </dl>
      {latest.status === 'pending' && (
        <Button loading={withdrawing} onClick={askWithdraw}>
          撤回认证
        </Button>
      )}
      {latest.status === 'refused' && (
        <Button type="primary" onClick={onAgain}>
          重新提交
        </Button>
      )}
    </>
  )
}
