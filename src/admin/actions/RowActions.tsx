import { Suspense, useState } from 'react'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { isActionDisabled, isActionShown, isInlineAction } from './action-availability.ts'
import shared from './bare-button.module.css'
import styles from './RowActions.module.css'

const MoreMenu = lazyDialog(() => import('./MoreMenu.tsx'))

const maxInlineActions = 2

interface Props {
  row: Row
  /** Row name for screen readers. */
  title: string
  actions: readonly RowAction<Row>[]
  run: (action: RowAction<Row>, row: Row) => void
  /** Fixed width in pixels, independent of the available actions. */
  width?: number | undefined
}

/** Shows the first actions as text and the rest in a menu, which has room to explain disabled actions. */
export function RowActions({ row, title, actions: declared, run, width }: Props) {
  const [opened, setOpened] = useState(false)
  const actions = declared.filter((action) => isActionShown(action, row))
  const near = actions.filter((action) => isInlineAction(action, row))
  const shown =
    actions.length <= maxInlineActions + 1 && near.length === actions.length ? actions : near.slice(0, maxInlineActions)
  const more = actions.filter((action) => !shown.includes(action))
  // the menu loads on the first click, because one per row would dominate the render cost
  const button = (
    <button
      type="button"
      className={`${shared.bare} ${styles.more}`}
      aria-label={`更多操作 ${title}`}
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
    >
      <Icon name="more" />
    </button>
  )
  return (
    <div className={styles.actions} style={{ width }}>
      {shown.map((action) => (
        <button
          key={action.name}
          type="button"
          className={`${shared.bare} ${styles.action}`}
          data-danger={action.danger ?? false}
          disabled={isActionDisabled(action, row)}
          onClick={() => run(action, row)}
          aria-label={`${action.label} ${title}`}
        >
          {action.label}
        </button>
      ))}
      {more.length > 0 &&
        (opened ? (
          <Suspense fallback={button}>
            <MoreMenu
              label={`更多操作 ${title}`}
              actions={more}
              row={row}
              onChoose={(action) => run(action, row)}
              onFailed={() => setOpened(false)}
            />
          </Suspense>
        ) : (
          button
        ))}
    </div>
  )
}
