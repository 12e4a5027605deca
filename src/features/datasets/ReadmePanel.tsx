import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { Markdown } from '#src/ui/markdown/Markdown.tsx'
import styles from './dataset.module.css'

/** The author's readme of a version. */
export const ReadmePanel = ({ version, readme }: { version: string; readme: string }) => (
  <PagePanel title="说明" extra={<span className={styles.note}>版本 {version}</span>}>
    <div className={styles.readme}>
      <Markdown source={readme} />
    </div>
  </PagePanel>
)
