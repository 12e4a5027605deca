import { Dropdown } from 'antd'
import { useState } from 'react'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { buildActionMenu } from './action-menu.ts'
import shared from './bare-button.module.css'
import styles from './RowActions.module.css'

interface Props {
  label: string
  actions: readonly RowAction<Row>[]
  row: Row
  onChoose: (action: RowAction<Row>) => void
}

/** Menu of the actions that did not fit; opens as soon as it loads, because the user has already clicked for it. */
export default function MoreMenu({ label, actions, row, onChoose }: Props) {
  const [open, setOpen] = useState(true)
  return (
    <Dropdown autoFocus open={open} onOpenChange={setOpen} trigger={['click']} {...buildActionMenu(actions, row, onChoose)}>
      <button type="button" className={`${shared.bare} ${styles.more}`} aria-label={label} aria-haspopup="menu">
        <Icon name="more" />
      </button>
    </Dropdown>
  )
}
