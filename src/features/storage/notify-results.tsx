import styles from '#src/admin/actions/BulkBar.module.css'
import type { ConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { toast } from '#src/ui/toast.ts'
import { toBaseName } from './storage-path.ts'

export interface EntryResult {
  path: string
  ok: boolean
  message: string
}

/** Reports how many entries succeeded, and why the others failed. `doing` is the verb, e.g. 删除. */
export function notifyResults(ask: ConfirmDialogs, doing: string, results: readonly EntryResult[]): void {
  const failed = results.filter(({ ok }) => !ok)
  const said = `已${doing} ${results.length - failed.length} 项`
  if (!failed.length) return void toast.success(said)
  void ask.warning({
    title: `${said}，${failed.length} 项没有成功`,
    okText: '知道了',
    content: (
      <ul className={styles.failures}>
        {failed.map(({ path, message }) => (
          <li key={path}>
            {toBaseName(path)}：{message}
          </li>
        ))}
      </ul>
    ),
  })
}
