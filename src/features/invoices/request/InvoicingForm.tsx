import { useState } from 'react'
import { InvoiceForm } from '#contract/invoices.ts'
import frame from '#src/admin/layout/FormPage.module.css'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { InvoiceableBreakdown } from './InvoiceableBreakdown.tsx'
import { InvoiceFields } from './InvoiceFields.tsx'
import { InvoiceItemPicker } from './InvoiceItemPicker.tsx'
import { InvoiceSummary } from './InvoiceSummary.tsx'
import styles from './InvoicingForm.module.css'
import { type InvoiceDraft, invoiceDraft, resolveInvoiceDraft } from './invoice-draft.ts'
import type { InvoicingData } from './invoicing-data.ts'
import { useRequestInvoice } from './use-request-invoice.ts'

type Faults = Partial<Record<string, string>>

function validateInvoice(body: unknown): Faults {
  const issues = InvoiceForm.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

/** What is on the invoice on the left, what comes of it on the right. */
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
        <PagePanel title="开票项目">
          <InvoiceableBreakdown invoiceable={data.invoiceable} />
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
      <InvoiceSummary resolved={resolved} failure={failure} requesting={requesting} onSubmit={submit} />
    </div>
  )
}
