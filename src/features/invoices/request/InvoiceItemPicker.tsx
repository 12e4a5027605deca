import { Button, Checkbox } from 'antd'
import type { InvoiceableSummary } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InvoiceItemPicker.module.css'
import { groupItemsByMonth, type InvoiceMonth, sumItemAmounts } from './invoice-draft.ts'

type Item = InvoiceableSummary['items'][number]

interface Props {
  items: readonly Item[]
  chosen: readonly Item[]
  fault: string | undefined
  onChange: (itemIds: string[]) => void
}

const formatItemName = ({ kind, title, day, account }: Item): string =>
  `${kind === 'usage' ? `${day} 按量费用` : title}${account ? `（子账号 ${account.nickname}）` : ''}`

/** Selectable items by month; an item that is not confirmed yet shows when it will be. */
export function InvoiceItemPicker({ items, chosen, fault, onChange }: Props) {
  const picked = new Set(chosen.map(({ id }) => id))
  const set = (changed: readonly Item[], on: boolean) => {
    const ids = new Set(changed.map(({ id }) => id))
    const rest = chosen.filter(({ id }) => !ids.has(id)).map(({ id }) => id)
    onChange(on ? [...rest, ...ids] : rest)
  }
  const ready = items.filter((item) => item.ready)

  return (
    <div className={styles.picker}>
      <div className={styles.tools}>
        <Button size="small" disabled={ready.length === chosen.length} onClick={() => set(ready, true)}>
          选择全部可开的
        </Button>
        <Button size="small" disabled={chosen.length === 0} onClick={() => onChange([])}>
          清除选择
        </Button>
        <span className={styles.note}>账单在 {limits.billConfirmWorkingDays} 个工作日后确认，确认后才能开票。</span>
      </div>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {groupItemsByMonth(items).map((month) => (
        <MonthGroup key={month.month} month={month} picked={picked} onSet={set} />
      ))}
    </div>
  )
}

function MonthGroup({
  month: { month, items },
  picked,
  onSet,
}: {
  month: InvoiceMonth
  picked: ReadonlySet<string>
  onSet: (items: readonly Item[], on: boolean) => void
}) {
  const ready = items.filter((item) => item.ready)
  const count = ready.filter(({ id }) => picked.has(id)).length
  return (
    <fieldset className={styles.month}>
      <legend>
        <Checkbox
          checked={count > 0 && count === ready.length}
          indeterminate={count > 0 && count < ready.length}
          disabled={ready.length === 0}
          onChange={({ target }) => onSet(ready, target.checked)}
        >
          {month.replace('-', ' 年 ')} 月
        </Checkbox>
        <span className={styles.sum}>
          {items.length} 项，
          <YuanAmount amount={sumItemAmounts(items)} />
        </span>
      </legend>
      <ul>
        {items.map((item) => (
          <li key={item.id} data-ready={item.ready}>
            <Checkbox
              checked={picked.has(item.id)}
              disabled={!item.ready}
              onChange={({ target }) => onSet([item], target.checked)}
            >
              <span className={styles.name}>{formatItemName(item)}</span>
              <span className={styles.when}>
                {item.kind === 'order' && `${item.day} 付款 · `}
                {item.ready ? '已确认' : `将于 ${formatTime(item.confirmed_at)} 确认`}
                {Number(item.refunded) > 0 && (
                  <>
                    {' '}
                    · 已减去退款 <YuanAmount amount={item.refunded} />
                  </>
                )}
              </span>
            </Checkbox>
            <YuanAmount amount={item.amount} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
