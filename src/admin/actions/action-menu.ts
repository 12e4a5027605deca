import type { DropdownProps, MenuProps } from 'antd'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { findDisabledReason, isActionDisabled } from './action-availability.ts'
import styles from './action-menu.module.css'

type Item = NonNullable<MenuProps['items']>[number]

/** Converts actions to menu items, grouped under their headings; ungrouped actions come last. */
function buildMenuItems(actions: readonly RowAction<Row>[], row: Row): Item[] {
  const itemOf = (action: RowAction<Row>): Item => {
    const reason = findDisabledReason(action, row)
    return {
      key: action.name,
      label: action.label,
      icon: action.icon,
      danger: action.danger ?? false,
      disabled: isActionDisabled(action, row),
      ...(reason && { extra: ` ${reason}` }), // the space separates it from the label for screen readers
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

/** Returns the Dropdown props of an action menu: items, style, placement, and the click handler. */
export const buildActionMenu = (
  actions: readonly RowAction<Row>[],
  row: Row,
  run: (action: RowAction<Row>) => void,
): Pick<DropdownProps, 'align' | 'menu' | 'rootClassName'> => ({
  // a long menu may not fit above or below its row, so shift it until it is fully visible
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
