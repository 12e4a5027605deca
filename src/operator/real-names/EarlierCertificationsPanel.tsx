import { certificationKinds, certificationStates } from '#contract/certification.ts'
import type { OperatorRealNameDetail } from '#contract/operator/real-names.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { certificationStateStyles } from './certification-styles.ts'

/** What the same account handed in at other times. */
export const EarlierCertificationsPanel = ({ earlier }: Pick<OperatorRealNameDetail, 'earlier'>) => (
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
