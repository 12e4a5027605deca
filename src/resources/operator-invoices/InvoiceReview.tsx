import { type OperatorInvoiceDetail, operator_invoices } from '#contract/operator/invoices.ts'
import Show from '#src/console/generic/show/Show.tsx'
import { InvoiceFacts } from '#src/console/invoicing/InvoiceFacts.tsx'
import { InvoiceItems } from '#src/console/invoicing/InvoiceItems.tsx'
import { InvoiceNotice } from '#src/console/invoicing/InvoiceNotice.tsx'
import { InvoiceProgress } from '#src/console/invoicing/InvoiceProgress.tsx'
import { PdfButton } from '#src/console/invoicing/PdfButton.tsx'
import { Panel } from '#src/console/layout/Panel.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import type { Resource } from '../define-resource.ts'

/** Everything an invoice is decided by. */
export default function InvoiceReview({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const invoice = row as unknown as OperatorInvoiceDetail
        return (
          <Parts>
            <InvoiceNotice invoice={invoice} />
            <InvoiceProgress invoice={invoice} />
            <InvoiceFacts invoice={invoice} />
            {invoice.number && (
              <Panel title="PDF">
                <PdfButton endpoint={operator_invoices.pdf} id={invoice.id} />
              </Panel>
            )}
            <InvoiceItems invoice={invoice} />
            <History resource={resource} id={row.id} />
          </Parts>
        )
      }}
    </Show>
  )
}
