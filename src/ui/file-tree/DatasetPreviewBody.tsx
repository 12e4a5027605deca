import type { DatasetPreview } from '#contract/community.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import styles from './DatasetFilePreview.module.css'
import { findDelimiter } from './delimited-table.ts'
import { PreviewTable } from './PreviewTable.tsx'

const getFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The beginning of a text, a table, a picture, or why there is nothing to see. */
export function DatasetPreviewBody({
  path,
  shown,
  text,
  image,
  truncated,
  size_bytes: sizeBytes,
  why_not: whyNot,
}: DatasetPreview) {
  if (shown === 'image' && image) return <img className={styles.image} src={image} alt={getFileName(path)} />
  if (shown !== 'text' || text === null) return <p className={styles.none}>{whyNot ?? '这类文件不能预览，请下载后查看。'}</p>
  const delimiter = findDelimiter(path)
  if (delimiter) return <PreviewTable text={text} delimiter={delimiter} cut={truncated} />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
      {truncated && <p className={styles.note}>{`只显示开头，整个文件 ${formatBytes(sizeBytes)}，请下载后查看`}</p>}
    </>
  )
}
