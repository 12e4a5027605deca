import type { MenuProps } from 'antd'
import type { Row } from '#src/resources/declared.ts'
import type { RowAction } from '#src/resources/define-resource.ts'
import { isOff, whyOff } from './off-actions.ts'

type Item = NonNullable<MenuProps['items']>[number]

/** Actions as the items of a menu, under their headings where they have some; what has none comes last. */
export function menuItems(actions: readonly RowAction<Row>[], row: Row): Item[] {
  const itemOf = (action: RowAction<Row>): Item => {
    const reason = whyOff(action, row)
    return {
      key: action.name,
      label: action.label,
      icon: action.icon,
      danger: action.danger ?? false,
      disabled: isOff(action, row),
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
