import { useId, useState } from 'react'
import { statementSources, statementStates } from '#contract/creator-labels.ts'
import { isApiError } from '#src/api/api-error.ts'
import versionTable from '#src/site/community/EntryVersions.module.css'
import { useCachedQuery } from '#src/site/community/use-cached-query.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { toast } from '#src/ui/toast.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { CreatorPager } from './CreatorPager.tsx'
import styles from './creator.module.css'
import { formatHours } from './hours-text.ts'
import type { MonthStatementItem, MonthStatementLine } from './requests.ts'
import { VersionIncomeTable } from './VersionIncomeTable.tsx'

const pageSize = 20

const LineRow = ({ line }: { line: MonthStatementLine }) => (
  <tr>
    <th scope="row">
      {line.image} {line.version}
      <span className={styles.below}>{statementSources[line.source]}</span>
    </th>
    <td>{line.consumer}</td>
    <td>
      <TimeText at={line.from} />
      <span className={styles.below}>
        至 <TimeText at={line.to} />
      </span>
    </td>
    <td>{formatHours(line.seconds)}</td>
    <td>
      <YuanAmount amount={line.price_hour} bare />
    </td>
    <td>
      <YuanAmount amount={line.cash} bare /> / <YuanAmount amount={line.whole} bare />
    </td>
    <td>
      {line.amount}
      {line.pending && <span className={styles.below}>待结清</span>}
    </td>
  </tr>
)

/** Sources of a month's income: by version and by usage period. */
function CreatorStatementLines({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const whole = useCachedQuery(`creator-statement:${id}`, async (signal) =>
    (await import('./requests.ts')).getMonthStatement(id, signal),
  )
  const lines = useCachedQuery(`creator-lines:${id}:${page}`, async (signal) =>
    (await import('./requests.ts')).listMonthStatementLines(id, page, pageSize, signal),
  )
  return (
    <div className={styles.opened}>
      <AsyncView data={whole.data} error={whole.error} onRetry={whole.retry} skeleton={<Skeleton height={80} />}>
        {({ versions }) => <VersionIncomeTable caption="按版本" versions={versions} />}
      </AsyncView>
      <AsyncView data={lines.data} error={lines.error} onRetry={lines.retry} skeleton={<Skeleton height={120} />}>
        {({ items, total }) => (
          <>
            <div className={styles.scroll}>
              <table className={`${versionTable.table} ${styles.table}`}>
                <caption>每一段使用：收益 = 镜像价格 × 时长 × 现金 ÷ 费用，同一个人与版本合计之后舍去不足 1 分的部分</caption>
                <thead>
                  <tr>
                    <th scope="col">镜像</th>
                    <th scope="col">使用者</th>
                    <th scope="col">时间</th>
                    <th scope="col">时长</th>
                    <th scope="col">价格（元/小时）</th>
                    <th scope="col">现金 / 费用（元）</th>
                    <th scope="col">收益（元）</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((line) => (
                    <LineRow key={line.id} line={line} />
                  ))}
                </tbody>
              </table>
            </div>
            <CreatorPager page={page} pages={Math.ceil(total / pageSize)} onPage={setPage} label="使用记录分页" />
          </>
        )}
      </AsyncView>
    </div>
  )
}

/** A monthly statement that expands to the sources of its total. */
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
