import type { DropdownProps, MenuProps } from 'antd'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { findDisabledReason, isActionDisabled } from './action-availability.ts'
import styles from './action-menu.module.css'

type Item = NonNullable<MenuProps['items']>[number]

/** Actions as the items of a menu, under their headings where they have some; what has none comes last. */
function buildMenuItems(actions: readonly RowAction<Row>[], row: Row): Item[] {
  const itemOf = (action: RowAction<Row>): Item => {
    const reason = findDisabledReason(action, row)
    return {
      key: action.name,
      label: action.label,
      icon: action.icon,
      danger: action.danger ?? false,
      disabled: isActionDisabled(action, row),
      ...(reason && { extra: ` ${reason}` }), // heard apart from the label
    }
  }
  const headings = [...new Set(actions.flatMap(({ group }) => group ?? []))]
  const groups = headings.map((label) => ({
    type: 'group' as const,
    key: label,
    label,
    children: actions.filter(({ group }) => group === label).map(itemOf),
  }))
  const others = actions.filter(({ group }) => !group).map(itemOf)
  return groups.length && others.length ? [...groups, { type: 'divider' }, ...others] : [...groups, ...others]
}

/** What a Dropdown of actions needs: its items, its look, where it finds room, and what the chosen one does. */
export const buildActionMenu = (
  actions: readonly RowAction<Row>[],
  row: Row,
  run: (action: RowAction<Row>) => void,
): Pick<DropdownProps, 'align' | 'menu' | 'rootClassName'> => ({
  // a long one finds room neither above nor below a row in the middle: it is moved until it is whole
  align: { offset: [0, 0], overflow: { adjustX: true, adjustY: true, shiftY: true } },
  rootClassName: styles.popup!,
  menu: {
    className: styles.menu!,
    items: buildMenuItems(actions, row),
    onClick: ({ key }) => {
      const action = actions.find(({ name }) => name === key)
      if (action) run(action)
    },
  },
})
