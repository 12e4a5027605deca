import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { FileBrowser } from '#src/ui/file-tree/FileBrowser.tsx'
import styles from './dataset.module.css'
import { formatDatasetSize } from './size-text.ts'

/** Browser for the files of a version, with previews. */
export const FilesPanel = ({ version }: { version: { id: string; size_bytes: number; file_count: number } }) => (
  <PagePanel title="文件" extra={<span className={styles.note}>{formatDatasetSize(version)}</span>}>
    <FileBrowser key={version.id} version_id={version.id} />
  </PagePanel>
)
