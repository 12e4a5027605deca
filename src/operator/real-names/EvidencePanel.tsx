import { type OperatorRealNameDetail, operatorRealNames, type RevealedRealName } from '#contract/operator/real-names.ts'
import { RevealPanel } from '#src/operator/shared/RevealPanel.tsx'
import styles from './EvidencePanel.module.css'
import { useRevealedEvidence } from './use-revealed-evidence.ts'

const listEvidenceTerms = (one: OperatorRealNameDetail, numbers: RevealedRealName): [string, string | null][] => [
  [one.kind === 'company' ? '企业名称' : '学校', one.organisation],
  [one.kind === 'company' ? '统一社会信用代码' : '学号或工号', numbers.number],
  ['法定代表人', numbers.person],
  ['学校邮箱', numbers.email],
  ['提交者姓名', numbers.applicant],
  ['提交者身份证号', numbers.applicant_id_number],
]

/** The numbers in full beside the picture. */
export function EvidencePanel({ one }: { one: OperatorRealNameDetail }) {
  const { evidence, open } = useRevealedEvidence(one.id, one.has_picture)
  return (
    <RevealPanel
      title="核对证件"
      twin={one.twin && '同一证件号已通过另一个账号的认证，不能再次通过。'}
      own={one.own && '这是你自己提交的认证，请由其他审核人员处理。'}
      ask={{
        lead: '查看完整号码和证件照片需要验证身份，原因与查看时间记入审计。',
        rule: operatorRealNames.reveal.body.shape.reason,
        reason: '审核认证材料',
        label: '查看号码与照片',
        open,
      }}
    >
      {evidence && (
        <div className={styles.evidence}>
          {evidence.picture && (
            <a href={evidence.picture} target="_blank" rel="noopener" className={styles.picture} title="在新标签页查看原图">
              <img src={evidence.picture} alt={`${one.organisation} 的证件照片`} />
            </a>
          )}
          <dl className={styles.terms}>
            {listEvidenceTerms(one, evidence.numbers).map(
              ([term, value]) =>
                value && (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </div>
      )}
    </RevealPanel>
  )
}
