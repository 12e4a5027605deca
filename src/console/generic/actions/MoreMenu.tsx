import { Dropdown } from 'antd'
import { useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import type { Row } from '#src/resources/declared.ts'
import type { RowAction } from '#src/resources/define-resource.ts'
import { actionMenu } from './action-menu.ts'
import styles from './RowActions.module.css'

interface Props {
  label: string
  actions: readonly RowAction<Row>[]
  row: Row
  onChoose: (action: RowAction<Row>) => void
}

/** The actions that found no room; open as soon as it is here, for somebody has pressed for it. */
export default function MoreMenu({ label, actions, row, onChoose }: Props) {
  const [open, setOpen] = useState(true)
  return (
    <Dropdown autoFocus open={open} onOpenChange={setOpen} trigger={['click']} {...actionMenu(actions, row, onChoose)}>
      <button type="button" className={styles.more} aria-label={label} aria-haspopup="menu">
        <Icon name="more" />
      </button>
    </Dropdown>
  )
}
