import type { DataSetPreview } from '#contract/community.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import styles from './DatasetFilePreview.module.css'
import { delimiterOf } from './delimited-table.ts'
import { PreviewTable } from './PreviewTable.tsx'

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The beginning of a text, a table, a picture, or why there is nothing to see. */
export function PreviewBody({ path, shown, text, image, truncated, size_bytes, why_not }: DataSetPreview) {
  if (shown === 'image' && image) return <img className={styles.image} src={image} alt={nameOf(path)} />
  if (shown !== 'text' || text === null) return <p className={styles.none}>{why_not ?? '这类文件不能预览，请下载后查看。'}</p>
  const delimiter = delimiterOf(path)
  if (delimiter) return <PreviewTable text={text} delimiter={delimiter} cut={truncated} />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
      {truncated && <p className={styles.note}>{`只显示开头，整个文件 ${formatBytes(size_bytes)}，请下载后查看`}</p>}
    </>
  )
}
