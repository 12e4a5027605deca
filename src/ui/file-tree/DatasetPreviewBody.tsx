import type { DatasetPreview } from '#contract/community.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { ScrollBox } from '#src/ui/ScrollBox.tsx'
import styles from './DatasetFilePreview.module.css'
import { findDelimiter, parseTable, previewTableLimits } from './delimited-table.ts'

interface PreviewTableProps {
  text: string
  delimiter: string
  /** True if the text is only the beginning of the file. */
  cut: boolean
}

/** Table view of a CSV file; the first line is the header. */
function PreviewTable({ text, delimiter, cut }: PreviewTableProps) {
  const [head = [], ...rows] = parseTable(text, delimiter, cut)
  const wide = Math.max(head.length, ...rows.map((row) => row.length))
  const columns = Array.from({ length: Math.min(wide, previewTableLimits.columns) }, (_, nth) => nth)
  return (
    <>
      <ScrollBox label="表格内容" className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((nth) => (
                <th key={nth} scope="col">
                  {head[nth]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file are known by where they stand
              <tr key={line}>
                {columns.map((nth) => (
                  <td key={nth}>{row[nth]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className={styles.note}>
        {`显示 ${rows.length} 行`}
        {wide > columns.length && `，${wide} 列中的前 ${columns.length} 列`}
        {(cut || rows.length >= previewTableLimits.rows) && '，其余请下载后查看'}
      </p>
    </>
  )
}

const getFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Shows the beginning of a text, a table, an image, or why there is no preview. */
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
