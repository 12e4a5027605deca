import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'

export const isActionDisabled = ({ allowed }: RowAction<Row>, row: Row): boolean => allowed?.(row) === false

/** What is missing for an action that may not be done now, where there is something to say. */
export const findDisabledReason = (action: RowAction<Row>, row: Row): string | undefined =>
  isActionDisabled(action, row) && typeof action.whenOff === 'function' ? action.whenOff(row) : undefined

/** What may stand outside the menu: done now, and often. */
export const isInlineAction = (action: RowAction<Row>, row: Row): boolean => !action.rare && !findDisabledReason(action, row)

export const isActionShown = (action: RowAction<Row>, row: Row): boolean =>
  !isActionDisabled(action, row) || !action.whenOff || findDisabledReason(action, row) !== undefined
