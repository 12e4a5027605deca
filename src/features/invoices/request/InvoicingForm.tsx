import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { resultCodes } from '#contract/codes.ts'
import { InvoiceForm, invoiceKinds, invoices } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { formatYuanInCapitals } from '#contract/yuan-capitals.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import frame from '#src/admin/layout/form-page.module.css'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { useStore } from '#src/ui/use-store.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { InvoiceableBreakdown } from './InvoiceableBreakdown.tsx'
import { InvoiceFields } from './InvoiceFields.tsx'
import { InvoiceItemPicker } from './InvoiceItemPicker.tsx'
import styles from './InvoicingForm.module.css'
import { clearInvoiceDraft, type InvoiceDraft, invoiceDraft, resolveInvoiceDraft } from './invoice-draft.ts'
import { type InvoicingData, useRefetchInvoicing } from './invoicing-data.ts'

const fields = ['item_ids', 'title_id', 'emails', 'remark', 'kind']

interface InvoiceSummaryProps {
  resolved: ReturnType<typeof resolveInvoiceDraft>
  /** Whether any item can be invoiced yet. */
  anyReady: boolean
  failure: ApiError | undefined
  requesting: boolean
  onSubmit: () => void
}

/** Summary of the invoice and the next steps; it stays visible while scrolling. */
function InvoiceSummary({
  resolved: { chosen, amount, kind, title, emails },
  anyReady,
  failure,
  requesting,
  onSubmit,
}: InvoiceSummaryProps) {
  const small = chosen.length > 0 && parseYuanToFen(amount) < BigInt(limits.invoiceMinFen)
  return (
    <aside className={styles.summary} aria-label="开票摘要">
      <div aria-live="polite">
        <p className={styles.word}>开票金额，含税</p>
        <p className={styles.amount}>
          <YuanAmount amount={amount} as="price" />
        </p>
        <p className={styles.capitals}>
          {chosen.length > 0
            ? formatYuanInCapitals(parseYuanToFen(amount))
            : anyReady
              ? '先选择要开票的项目'
              : '账单都还没有确认，暂时不能开票'}
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

/** Error codes of outdated data: the data is refetched, and the user's input is kept. */
const outdatedCodes: string[] = [
  resultCodes.invoice_item_taken.code,
  resultCodes.invoice_amount_changed.code,
  resultCodes.invoice_not_confirmed.code,
  resultCodes.invoice_title_unfit.code,
]

/** Sends the request; a retry after a failure repeats the same idempotent intent. */
function useRequestInvoice() {
  const navigate = useNavigate()
  const refetch = useRefetchInvoicing()
  const { run, pending, failure, reset } = useAction(invoices.create, {
    pageTells: true,
    onDone: ({ data }) => {
      clearInvoiceDraft()
      return navigate(paths.invoiceDetails({ id: data.id }))
    },
    onRefused: (refusal) => {
      if (isApiError(refusal) && outdatedCodes.includes(refusal.code)) refetch()
    },
  })
  const request = (body: z.input<typeof InvoiceForm>) => void run({ body })
  return { request, requesting: pending, failure, forget: reset }
}

type Faults = Partial<Record<string, string>>

function validateInvoice(body: unknown): Faults {
  const issues = InvoiceForm.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

/** Form on the left, summary of the result on the right. */
export function InvoicingForm({ data }: { data: InvoicingData }) {
  const draft = useStore(invoiceDraft)
  const { request, requesting, failure, forget } = useRequestInvoice()
  const [own, setOwn] = useState<Faults>({})
  const resolved = resolveInvoiceDraft(draft, data)
  const told = Object.entries(failure?.errors ?? {}).map(([field, [message]]) => [field, message])
  const faults: Faults = { ...Object.fromEntries(told), ...own }

  const change = (changes: Partial<InvoiceDraft>) => {
    forget()
    setOwn({})
    invoiceDraft.set({ ...draft, ...changes })
  }
  const submit = () => {
    const { kind, amount, emails, remark, chosen, title } = resolved
    const body = {
      kind,
      amount,
      emails: [...emails],
      remark,
      item_ids: chosen.map(({ id }) => id),
      title_id: title?.id as string,
    }
    const found = validateInvoice(body)
    setOwn(found)
    if (Object.keys(found).length === 0) request(body)
  }

  return (
    <div className={frame.columns}>
      <div className={styles.main}>
        <PagePanel title="可开票金额">
          <InvoiceableBreakdown invoiceable={data.invoiceable} />
        </PagePanel>
        <PagePanel title="开票项目">
          <InvoiceItemPicker
            items={data.invoiceable.items}
            chosen={resolved.chosen}
            fault={faults.item_ids}
            onChange={(itemIds) => change({ item_ids: itemIds })}
          />
        </PagePanel>
        <PagePanel title="开票信息">
          <InvoiceFields resolved={resolved} data={data} faults={faults} change={change} />
        </PagePanel>
      </div>
      <InvoiceSummary
        resolved={resolved}
        anyReady={data.invoiceable.items.some(({ ready }) => ready)}
        failure={failure}
        requesting={requesting}
        onSubmit={submit}
      />
    </div>
  )
}
