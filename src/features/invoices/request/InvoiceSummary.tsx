import { Button } from 'antd'
import { invoiceKinds } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { formatYuanInCapitals } from '#contract/yuan-capitals.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import type { ApiError } from '#src/api/api-error.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InvoiceSummary.module.css'
import type { resolveInvoiceDraft } from './invoice-draft.ts'

const fields = ['item_ids', 'title_id', 'emails', 'remark', 'kind']

interface Props {
  resolved: ReturnType<typeof resolveInvoiceDraft>
  failure: ApiError | undefined
  requesting: boolean
  onSubmit: () => void
}

/** What the invoice will be, and what happens next; it stays in view. */
export function InvoiceSummary({ resolved: { chosen, amount, kind, title, emails }, failure, requesting, onSubmit }: Props) {
  const small = chosen.length > 0 && parseYuanToFen(amount) < BigInt(limits.invoiceMinFen)
  return (
    <aside className={styles.summary} aria-label="开票摘要">
      <div aria-live="polite">
        <p className={styles.word}>开票金额，含税</p>
        <p className={styles.amount}>
          <YuanAmount amount={amount} as="price" />
        </p>
        <p className={styles.capitals}>
          {chosen.length > 0 ? formatYuanInCapitals(parseYuanToFen(amount)) : '先选择要开票的项目'}
        </p>
      </div>
      <dl className={styles.facts}>
        <dt>项目</dt>
        <dd>{chosen.length} 项</dd>
        <dt>类型</dt>
        <dd>{invoiceKinds[kind]}</dd>
        <dt>抬头</dt>
        <dd>{title?.name ?? '未选择'}</dd>
        <dt>寄到</dt>
        <dd>{emails.length > 0 ? emails.join('、') : '不寄送，自行下载'}</dd>
      </dl>
      {failure && <FormFailure error={failure} fields={fields} />}
      {small && <p className={styles.small}>开票金额至少 1 元，请再选一些项目。</p>}
      <Button type="primary" block loading={requesting} disabled={chosen.length === 0 || small} onClick={onSubmit}>
        提交申请
      </Button>
      <p className={styles.next}>
        提交后由财务审核，审核前可以撤回；开具后 PDF 寄到邮箱，也可以下载。所选项目在此期间不能再开票。
      </p>
    </aside>
  )
}
