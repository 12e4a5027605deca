import { factName, factText, inOrder, isShown } from './audit-field-text.ts'
import styles from './FieldsDiff.module.css'

type Facts = Readonly<Record<string, string>> | null

const rowsOf = (before: Facts, after: Facts) =>
  inOrder(Object.keys(after ?? {}))
    .filter((field) => isShown(field) && before?.[field] !== after?.[field])
    .map((field) => ({ field, from: before?.[field], to: after?.[field] }))

/** What changes, field by field: before, arrow, after. */
export function FactsDiff({ before, after }: { before: Facts; after: Facts }) {
  const rows = rowsOf(before, after)
  if (!rows.length) return <span className={styles.none}>—</span>
  return (
    <dl className={styles.diff}>
      {rows.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{factName(field)}</dt>
          <dd>
            {from !== undefined && (
              <>
                <del>{factText(field, from)}</del>
                {' → '}
              </>
            )}
            <ins>{factText(field, to)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The same as one line of text, for export. */
export const diffText = (before: Facts, after: Facts): string =>
  rowsOf(before, after)
    .map(
      ({ field, from, to }) =>
        `${factName(field)} ${from === undefined ? '' : `${factText(field, from)} → `}${factText(field, to)}`,
    )
    .join('；')
