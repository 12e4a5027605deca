import { CanAccess } from '@refinedev/core'
import { Button } from 'antd'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { emptyAccessParams } from '#src/admin/use-access-checks.ts'
import styles from './BulkBar.module.css'
import { useBulkAction } from './use-bulk-action.tsx'

/**
 * Bulk actions for the selected rows; skips rows whose state does not allow the action, and the button then shows the number of
 * the others.
 */
export default function BulkBar({ resource, rows, onClear }: { resource: Resource; rows: readonly Row[]; onClear: () => void }) {
  const ask = useBulkAction(resource, onClear)
  const { measure = '项' } = resource
  return (
    <section className={styles.bar} aria-label="批量操作">
      <span>
        已选 {rows.length} {measure}
      </span>
      {resource.bulk?.map((action) => {
        const able = rows.filter((row) => action.allowed?.(row) !== false)
        const some = able.length > 0 && able.length < rows.length
        return (
          <CanAccess key={action.name} resource={resource.name} action={action.name} params={emptyAccessParams}>
            <Button
              size="small"
              icon={action.icon}
              danger={action.danger ?? false}
              disabled={!able.length}
              {...(!able.length && { title: `选中的现在都不能${action.label}` })}
              onClick={() => ask(action, able)}
            >
              {some ? `${action.label} ${able.length} ${measure}` : action.label}
            </Button>
          </CanAccess>
        )
      })}
      <Button size="small" type="text" onClick={onClear}>
        取消选择
      </Button>
    </section>
  )
}
