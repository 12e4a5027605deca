import { certification_kinds, certification_states } from '#contract/certification.ts'
import type { OperatorRealNameDetail } from '#contract/operator/real-names.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { TagOf } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { case_looks } from './certification-styles.ts'

/** What the same account handed in at other times. */
export const EarlierPanel = ({ earlier }: Pick<OperatorRealNameDetail, 'earlier'>) => (
  <Panel title="这个账号的其他认证">
    <SettingRows>
      {earlier.map(({ id, kind, status, organisation, reason, submitted_at }) => (
        <SettingRow
          key={id}
          title={organisation}
          state={<TagOf state={status} looks={case_looks} words={certification_states} />}
        >
          {certification_kinds[kind]} · 提交于 <TimeText at={submitted_at} />
          {reason && ` · ${reason}`}
        </SettingRow>
      ))}
    </SettingRows>
  </Panel>
)
