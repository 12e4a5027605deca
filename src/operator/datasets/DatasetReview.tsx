import { Alert } from 'antd'
import { Link } from 'react-router-dom'
import { datasetStates } from '#contract/my-datasets.ts'
import { type OperatorDatasetDetail, operatorDatasets } from '#contract/operator/datasets.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { datasetStateStyles, FilesPanel, ReadmePanel } from '#src/features/datasets/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import CaseShow from '#src/operator/shared/CaseShow.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './DatasetReview.module.css'

/** File types by content, regardless of file names. */
const FileKindsPanel = ({ kinds }: Pick<OperatorDatasetDetail, 'kinds'>) => (
  <PagePanel title="文件类型，按内容识别">
    {kinds.length ? (
      <table className={styles.kinds}>
        <thead>
          <tr>
            <th scope="col">类型</th>
            <th scope="col">文件数</th>
            <th scope="col">大小</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, files, size_bytes: sizeBytes }) => (
            <tr key={kind}>
              <th scope="row">{kind}</th>
              <td>{files}</td>
              <td>{formatBytes(sizeBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ) : (
      <p className={styles.none}>文件还没有复制完成。</p>
    )}
  </PagePanel>
)

/** The basis of a review: text, file types, the files themselves, and earlier decisions. */
export default function DatasetReview({ resource }: { resource: Resource }) {
  return (
    <CaseShow resource={resource} of={operatorDatasets.get}>
      {(one) => (
        <>
          {one.own && <Alert type="warning" showIcon message="这是你自己的数据集，请由其他审核人员处理。" />}
          <ReadmePanel version={one.version} readme={one.readme} />
          <FileKindsPanel kinds={one.kinds} />
          {one.has_files && <FilesPanel version={one} />}
          {one.versions.length > 0 && (
            <PagePanel title="其他版本">
              <SettingRows>
                {one.versions.map(({ id, version, state, submitted_at: submittedAt }) => (
                  <SettingRow
                    key={id}
                    title={<Link to={operatorPaths.dataSetReview(id)}>{version}</Link>}
                    state={<StateTag state={state} looks={datasetStateStyles} words={datasetStates} />}
                  >
                    提交于 <TimeText at={submittedAt} />
                  </SettingRow>
                ))}
              </SettingRows>
            </PagePanel>
          )}
        </>
      )}
    </CaseShow>
  )
}
