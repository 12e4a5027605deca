import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Endpoint } from '#contract/endpoint.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import type { BulkCall, BulkRowAction, Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { invalidateAfter } from '#src/providers/data/endpoint-queries.ts'
import { patchRows } from '#src/providers/live/patch-rows.ts'
import { toast } from '#src/ui/toast.ts'
import styles from './BulkBar.module.css'
import { ConsentCheckbox } from './ConsentCheckbox.tsx'
import { runBulkCall } from './run-bulk-call.ts'

const undoMs = 8000

/** Asks for confirmation, runs the action, and reports which rows failed and why. */
export function useBulkAction(
  resource: Resource,
  onDone: () => void,
): (action: BulkRowAction<Row>, rows: readonly Row[]) => void {
  const ask = useConfirmDialogs()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { measure = '项' } = resource

  const refresh = async (endpoint: Endpoint) => {
    await invalidateAfter(client, endpoint)
    resource.afterChange?.()
  }

  const takeBack = async (undo: Endpoint, ids: readonly string[]) => {
    try {
      const { message } = await callEndpoint(undo, { body: { ids } })
      toast.success(message || undo.message)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '撤销失败，请重试')
    }
    await refresh(undo)
  }

  const perform = async (action: BulkCall<Row>, rows: readonly Row[]) => {
    const { optimistic } = action
    if (optimistic)
      patchRows(
        client,
        resource.name,
        rows.map((row) => ({ ...row, ...optimistic(row) })),
      )
    const { done, failed } = await runBulkCall(action, rows)
    if (optimistic)
      patchRows(
        client,
        resource.name,
        failed.map(({ row }) => row),
      )
    await refresh(action.endpoint)
    onDone()
    const said = `${action.done ?? `已${action.label}`} ${done} ${measure}`
    if (!failed.length) {
      const { undo } = action
      const ids = rows.map(({ id }) => id)
      return void toast.success(said, undo && { ms: undoMs, action: { label: '撤销', run: () => void takeBack(undo, ids) } })
    }
    void ask.warning({
      title: `${said}，${failed.length} ${measure}没有成功`,
      okText: '知道了',
      content: (
        <ul className={styles.failures}>
          {failed.map(({ row, reason }) => (
            <li key={row.id}>
              {resource.title(row)}：{reason}
            </li>
          ))}
        </ul>
      ),
    })
  }

  return (action, rows) => {
    if ('href' in action) return void navigate(action.href(rows))
    const effect = typeof action.effect === 'function' ? action.effect(rows) : action.effect
    if (!effect) return void perform(action, rows)
    const danger = action.danger ?? false
    const what = (
      <>
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              {resource.title(row)}
              {action.each && <span>{action.each(row)}</span>}
            </li>
          ))}
        </ul>
        {effect}
      </>
    )
    const agree = (given: boolean) => void asked.then((dialog) => dialog.update({ okButtonProps: { danger, disabled: !given } }))
    const asked = ask.confirm({
      title: `${action.label} ${rows.length} ${measure}`,
      content: action.consent ? <ConsentCheckbox effect={what} sentence={action.consent} onChange={agree} /> : what,
      okText: action.label,
      okButtonProps: { danger, disabled: action.consent !== undefined },
      autoFocusButton: danger ? 'cancel' : 'ok',
      onOk: () => perform(action, rows),
    })
  }
}
