import { useId, useState } from 'react'
import { statementStates } from '#contract/creator-labels.ts'
import { isApiError } from '#src/api/api-error.ts'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { toast } from '#src/ui/toast.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './Creator.module.css'
import { CreatorStatementLines } from './CreatorStatementLines.tsx'
import type { MonthStatementItem } from './requests.ts'

/** A month: what it came to, opened to where that came from. */
export function CreatorStatementRow({
  statement: { id, month, state, amount, pending, consumers, lines },
}: {
  statement: MonthStatementItem
}) {
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const body = useId()
  async function save() {
    setSaving(true)
    try {
      await (await import('./requests.ts')).downloadMonthStatement(id, month)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '导出没有成功，请重试')
    } finally {
      setSaving(false)
    }
  }
  return (
    <li className={styles.statement}>
      <div className={styles.statementHead}>
        <button type="button" className={styles.opener} aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
          <Icon name="chevron" className={styles.chevron} data-open={open} />
          <span>{month}</span>
        </button>
        <ToneTag tone={state === 'posted' ? 'success' : 'warning'} icon={state === 'posted' ? 'check' : 'clock'}>
          {statementStates[state]}
        </ToneTag>
        <span className={styles.quiet}>
          {consumers} 位使用者，{lines} 段使用
        </span>
        {Number(pending) > 0 && (
          <span className={styles.quiet}>
            另有 <YuanAmount amount={pending} /> 待结清
          </span>
        )}
        <strong className={styles.amount}>
          <YuanAmount amount={amount} />
        </strong>
        <button
          type="button"
          className={`${controls.button} ${controls.small} ${controls.plain}`}
          disabled={saving}
          aria-label={`导出 ${month} 的对账单`}
          onClick={() => void save()}
        >
          <Icon name="download" /> 导出 CSV
        </button>
      </div>
      <div id={body} hidden={!open}>
        {open && <CreatorStatementLines id={id} />}
      </div>
    </li>
  )
}
