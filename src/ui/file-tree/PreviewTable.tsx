import styles from './DatasetFilePreview.module.css'
import { parseTable, previewTableLimits } from './delimited-table.ts'

interface Props {
  text: string
  delimiter: string
  /** The text is only the beginning of the file. */
  cut: boolean
}

/** CSV as people read it: the first line heads the columns. */
export function PreviewTable({ text, delimiter, cut }: Props) {
  const [head = [], ...rows] = parseTable(text, delimiter, cut)
  const wide = Math.max(head.length, ...rows.map((row) => row.length))
  const columns = Array.from({ length: Math.min(wide, previewTableLimits.columns) }, (_, nth) => nth)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="表格内容">
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
      </section>
      <p className={styles.note}>
        {`显示 ${rows.length} 行`}
        {wide > columns.length && `，${wide} 列中的前 ${columns.length} 列`}
        {(cut || rows.length >= previewTableLimits.rows) && '，其余请下载后查看'}
      </p>
    </>
  )
}
