import { formatAuditField, formatAuditValue, isAuditFieldShown, sortAuditFields } from './audit-words.ts'
import styles from './FieldsDiff.module.css'

type FieldValues = Readonly<Record<string, string>> | null

const listChangedFields = (before: FieldValues, after: FieldValues) =>
  sortAuditFields(Object.keys(after ?? {}))
    .filter((field) => isAuditFieldShown(field) && (before?.[field] ?? '') !== (after?.[field] ?? ''))
    .map((field) => ({ field, from: before?.[field], to: after?.[field] }))

/** Changes by field: before, arrow, after. */
export function FieldsDiff({ before, after }: { before: FieldValues; after: FieldValues }) {
  const rows = listChangedFields(before, after)
  if (!rows.length) return <span className={styles.none}>—</span>
  return (
    <dl className={styles.diff}>
      {rows.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{formatAuditField(field)}</dt>
          <dd>
            {from !== undefined && (
              <>
                <del>{formatAuditValue(field, from)}</del>
                {' → '}
              </>
            )}
            <ins>{formatAuditValue(field, to)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The changes as one line of text, for export. */
export const formatFieldsDiff = (before: FieldValues, after: FieldValues): string =>
  listChangedFields(before, after)
    .map(
      ({ field, from, to }) =>
        `${formatAuditField(field)} ${from === undefined ? '' : `${formatAuditValue(field, from)} → `}${formatAuditValue(field, to)}`,
    )
    .join('；')
