import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'

export const isActionDisabled = ({ allowed }: RowAction<Row>, row: Row): boolean => allowed?.(row) === false

/** Returns why an action is currently disabled, if there is a reason to show. */
export const findDisabledReason = (action: RowAction<Row>, row: Row): string | undefined =>
  isActionDisabled(action, row) && typeof action.whenOff === 'function' ? action.whenOff(row) : undefined

/** Returns whether the action may appear outside the menu: it is available now and not rare. */
export const isInlineAction = (action: RowAction<Row>, row: Row): boolean => !action.rare && !findDisabledReason(action, row)

export const isActionShown = (action: RowAction<Row>, row: Row): boolean =>
  !isActionDisabled(action, row) || !action.whenOff || findDisabledReason(action, row) !== undefined
