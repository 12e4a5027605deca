import { Alert } from 'antd'
import { Link } from 'react-router'
import { data_set_states } from '#contract/my-data-sets.ts'
import type { OperatorDataSetDetail } from '#contract/operator/data-sets.ts'
import { FilesPanel } from '#src/console/data-sets/FilesPanel.tsx'
import { ReadmePanel } from '#src/console/data-sets/ReadmePanel.tsx'
import { state_looks } from '#src/console/data-sets/state-looks.ts'
import Show from '#src/console/generic/show/Show.tsx'
import { Panel } from '#src/console/layout/Panel.tsx'
import { SettingRow, SettingRows } from '#src/console/layout/SettingRow.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import { TagOf } from '#src/console/operator/TagOf.tsx'
import { TimeText } from '#src/kit/TimeText.tsx'
import { operator_paths } from '#src/operator-paths.ts'
import type { Resource } from '../define-resource.ts'
import { KindsPanel } from './KindsPanel.tsx'

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
