import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'

export const isOff = ({ allowed }: RowAction<Row>, row: Row): boolean => allowed?.(row) === false

/** What is missing for an action that may not be done now, where there is something to say. */
export const whyOff = (action: RowAction<Row>, row: Row): string | undefined =>
  isOff(action, row) && typeof action.when_off === 'function' ? action.when_off(row) : undefined

/** What may stand outside the menu: done now, and often. */
export const isNear = (action: RowAction<Row>, row: Row): boolean => !action.rare && !whyOff(action, row)

export const isShown = (action: RowAction<Row>, row: Row): boolean =>
  !isOff(action, row) || !action.when_off || whyOff(action, row) !== undefined
