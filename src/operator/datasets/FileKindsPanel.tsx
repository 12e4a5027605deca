import type { OperatorDatasetDetail } from '#contract/operator/datasets.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import styles from './FileKindsPanel.module.css'

/** What the files are by what they hold, whatever they are called. */
export const FileKindsPanel = ({ kinds }: Pick<OperatorDatasetDetail, 'kinds'>) => (
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
