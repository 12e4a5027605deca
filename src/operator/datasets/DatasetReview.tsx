import { Alert } from 'antd'
import { Link } from 'react-router-dom'
import { data_set_states } from '#contract/my-datasets.ts'
import type { OperatorDataSetDetail } from '#contract/operator/datasets.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { FilesPanel } from '#src/features/datasets/FilesPanel.tsx'
import { ReadmePanel } from '#src/features/datasets/ReadmePanel.tsx'
import { state_looks } from '#src/features/datasets/state-styles.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { TagOf } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { KindsPanel } from './FileKindsPanel.tsx'

/** What a reviewer decides by: the text, what the files are, the files themselves, and what was decided before. */
export default function DataSetReview({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const one = row as unknown as OperatorDataSetDetail // rows of this page come from `operator_data_sets.get`
        return (
          <Parts>
            {one.own && <Alert type="warning" showIcon message="这是你自己的数据集，请由其他审核人员处理。" />}
            <ReadmePanel version={one.version} readme={one.readme} />
            <KindsPanel kinds={one.kinds} />
            {one.has_files && <FilesPanel version={one} />}
            {one.versions.length > 0 && (
              <Panel title="其他版本">
                <SettingRows>
                  {one.versions.map(({ id, version, state, submitted_at }) => (
                    <SettingRow
                      key={id}
                      title={<Link to={operator_paths.data_set_review(id)}>{version}</Link>}
                      state={<TagOf state={state} looks={state_looks} words={data_set_states} />}
                    >
                      提交于 <TimeText at={submitted_at} />
                    </SettingRow>
                  ))}
                </SettingRows>
              </Panel>
            )}
            <History resource={resource} id={row.id} />
          </Parts>
        )
      }}
    </Show>
  )
}
