import { Button, Dropdown } from 'antd'
import { isInlineAction } from '#src/admin/actions/action-availability.ts'
import { buildActionMenu } from '#src/admin/actions/action-menu.ts'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './InstanceActions.module.css'
import { NextAction } from './NextAction.tsx'

interface Props {
  row: Row
  actions: readonly RowAction<Row>[]
  /** Stands in the page itself; on a phone here, in the bar at the bottom. */
  next: RowAction<Row> | undefined
  run: (action: RowAction<Row>) => void
}

const visibleActionCounts = { wide: 2, narrow: 1 } as const

/** What else may be done now; behind one button what is rare, and what waits for another state. */
export function InstanceActions({ row, actions, next, run }: Props) {
  const others = actions.filter((action) => action !== next)
  const room = useStore(narrowScreen) && next ? visibleActionCounts.narrow : visibleActionCounts.wide
  const shown = others.filter((action) => isInlineAction(action, row)).slice(0, room)
  const more = others.filter((action) => !shown.includes(action))
  return (
    <div className={styles.actions}>
      {next && <NextAction action={next} run={() => run(next)} className={styles.next} />}
      {shown.map((action) => (
        <Button key={action.name} danger={action.danger ?? false} icon={action.icon} onClick={() => run(action)}>
          {action.label}
        </Button>
      ))}
      {more.length > 0 && (
        <Dropdown trigger={['click']} placement="bottomRight" {...buildActionMenu(more, row, run)}>
          <Button className={styles.more} icon={<Icon name="more" />} aria-label="更多操作" />
        </Dropdown>
      )}
    </div>
  )
}
