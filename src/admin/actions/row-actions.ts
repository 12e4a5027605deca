import { createElement } from 'react'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import { buildResourcePaths, buildRowPath } from '#src/admin/resource-paths.ts'
import type { Row } from '#src/admin/row-types.ts'
import type { AccessQuestion } from '#src/admin/use-access-checks.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** Maximum number of fields of a dialog form; longer forms have a page. */
export const maxDialogFields = 2
const icons = { edit: createElement(Icon, { name: 'edit' }), delete: createElement(Icon, { name: 'trash' }) }

const updateAction = (resource: Resource): RowAction<Row>[] => {
  const pattern = buildResourcePaths(resource).update
  if (!pattern) return []
  const short = !resource.pages?.update && (resource.form?.update?.length ?? 0) <= maxDialogFields
  const way = short
    ? { dialog: () => import('#src/admin/form/UpdateDialog.tsx') }
    : { href: (row: Row) => buildRowPath(pattern, row.id) }
  const allowed = resource.form?.updateAllowed
  const rule = allowed && { allowed, whenOff: 'hidden' as const }
  return [{ name: 'edit', label: resource.form?.updateLabel ?? '编辑', icon: icons.edit, ...rule, ...way }]
}

const removeAction = ({ api, remove }: Resource): RowAction<Row>[] =>
  api.remove && remove
    ? [{ name: 'delete', label: '删除', icon: icons.delete, danger: true, endpoint: api.remove, effect: remove.effect }]
    : []

/** Returns all row actions: first the declared ones, then those derived from the endpoints; destructive ones come last. */
export const listRowActions = (resource: Resource): RowAction<Row>[] =>
  [...(resource.actions ?? []), ...updateAction(resource), ...removeAction(resource)].sort(
    (a, b) => Number(a.danger ?? false) - Number(b.danger ?? false),
  )

/** Returns the access questions for actions of a resource. */
export const buildAccessQuestions = ({ name: resource }: Resource, actions: readonly { name: string }[]): AccessQuestion[] =>
  actions.map(({ name: action }) => ({ resource, action }))
