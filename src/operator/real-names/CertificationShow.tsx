import { useEffect, useState } from 'react'
import { certificationKinds, certificationStates } from '#contract/certification.ts'
import { type OperatorRealNameDetail, operatorRealNames, type RevealedRealName } from '#contract/operator/real-names.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { callEndpoint } from '#src/api/call.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { certificationStateStyles } from '#src/features/verification/shared.ts'
import CaseShow from '#src/operator/shared/CaseShow.tsx'
import { RevealPanel } from '#src/operator/shared/RevealPanel.tsx'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './CertificationShow.module.css'

interface IdentityEvidence {
  numbers: RevealedRealName
  /** Object URL of the picture, valid within this page. */
  picture: string | null
}

/** Reveals the sealed data of a case; it is cleared as soon as the page is left. */
function useRevealedEvidence(id: string, hasPicture: boolean) {
  const [evidence, setEvidence] = useState<IdentityEvidence>()

  useEffect(
    () => () => {
      if (evidence?.picture) URL.revokeObjectURL(evidence.picture)
    },
    [evidence],
  )

  const open = async (reason: string): Promise<void> => {
    const params = { id }
    const { data: numbers } = await callEndpoint(operatorRealNames.reveal, { params, body: { reason } })
    const file = hasPicture ? await fetchFile(operatorRealNames.picture, { params }) : undefined
    setEvidence({ numbers, picture: file ? URL.createObjectURL(file.blob) : null })
  }
  return { evidence, open }
}

const listEvidenceTerms = (one: OperatorRealNameDetail, numbers: RevealedRealName): [string, string | null][] => [
  [one.kind === 'company' ? '企业名称' : '学校', one.organisation],
  [one.kind === 'company' ? '统一社会信用代码' : '学号或工号', numbers.number],
  ['法定代表人', numbers.person],
  ['学校邮箱', numbers.email],
  ['提交者姓名', numbers.applicant],
  ['提交者身份证号', numbers.applicant_id_number],
]

/** The full numbers, beside the picture. */
function EvidencePanel({ one }: { one: OperatorRealNameDetail }) {
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

/** Earlier and later submissions of the same account. */
const EarlierCertificationsPanel = ({ earlier }: Pick<OperatorRealNameDetail, 'earlier'>) => (
  <PagePanel title="这个账号的其他认证">
    <SettingRows>
      {earlier.map(({ id, kind, status, organisation, reason, submitted_at: submittedAt }) => (
        <SettingRow
          key={id}
          title={organisation}
          state={<StateTag state={status} looks={certificationStateStyles} words={certificationStates} />}
        >
          {certificationKinds[kind]} · 提交于 <TimeText at={submittedAt} />
          {reason && ` · ${reason}`}
        </SettingRow>
      ))}
    </SettingRows>
  </PagePanel>
)

/** A case: submission, numbers beside the picture, earlier submissions and history. */
export default function CertificationShow({ resource }: { resource: Resource }) {
  return (
    <CaseShow resource={resource} of={operatorRealNames.get}>
      {(one) => (
        <>
          {one.status === 'pending' && <EvidencePanel key={one.id} one={one} />}
          {one.earlier.length > 0 && <EarlierCertificationsPanel earlier={one.earlier} />}
        </>
      )}
    </CaseShow>
  )
}
