import { useDelete } from '@refinedev/core'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useActions } from '#src/admin/use-action.ts'
import { buildRowRequest } from '#src/providers/data/row-request.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { toast } from '#src/ui/toast.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { listRowActions } from './row-actions.ts'
import { useRowAccess } from './use-row-access.ts'

type DialogAction = Extract<RowAction<Row>, { dialog: unknown }>
const ActionForm = lazyDialog(() => import('./ActionForm.tsx'))
type CallAction = Extract<RowAction<Row>, { endpoint: unknown }>

interface RowActions {
  actions: readonly RowAction<Row>[]
  run: (action: RowAction<Row>, row: Row) => void
  /** The open dialog, if any; render it once on the page. */
  dialog: ReactNode
}

/** Provides the row actions of a resource: asks for confirmation, makes the call, and refetches the rows. */
export function useRowActions(resource: Resource, { onRemoved }: { onRemoved?: () => void } = {}): RowActions {
  const ask = useConfirmDialogs()
  const navigate = useNavigate()
  const { run: act } = useActions({ success: false })
  const { mutateAsync: removeRow } = useDelete()
  const [open, setOpen] = useState<{ action: DialogAction | CallAction; row: Row } | null>(null)

  const remove = async (row: Row) => {
    await removeRow({ resource: resource.name, id: row.id, mutationMode: 'pessimistic' }).then(onRemoved, () => undefined)
    resource.afterChange?.()
  }
  const perform = async (action: CallAction, row: Row) => {
    if (action.name === 'delete') return remove(row)
    const sent = { ...buildRowRequest(action.endpoint, row.id), ...(action.body && { body: action.body }) }
    const done = await act(action.endpoint, sent)
    if (done) toast.success(done.message || `已${action.label}`)
    resource.afterChange?.()
  }

  const run = useStableCallback((action: RowAction<Row>, row: Row) => {
    if ('href' in action) return void navigate(action.href(row))
    if ('dialog' in action || action.fields) return setOpen({ action, row })
    const effect = typeof action.effect === 'function' ? action.effect(row) : action.effect
    if (!effect) return void perform(action, row)
    void ask.confirm({
      title: `${action.label}「${resource.title(row)}」`,
      content: effect,
      okText: action.label,
      okButtonProps: { danger: action.danger ?? false },
      autoFocusButton: action.danger ? 'cancel' : 'ok',
      onOk: () => perform(action, row),
    })
  })
  const may = useRowAccess(resource)
  const actions = useMemo(() => listRowActions(resource).filter(({ name }) => may(resource.name, name)), [resource, may])

  const close = () => setOpen(null)
  const Dialog = open && 'dialog' in open.action && lazyDialog(open.action.dialog)
  return {
    actions,
    run,
    dialog: open && (
      <Suspense fallback={null}>
        {Dialog && <Dialog resource={resource} row={open.row} onClose={close} />}
        {'endpoint' in open.action && <ActionForm resource={resource} row={open.row} action={open.action} onClose={close} />}
      </Suspense>
    ),
  }
}
