import { type OperatorInvoiceDetail, operator_invoices } from '#contract/operator/invoices.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { InvoiceFacts } from '#src/features/invoices/request/InvoiceFacts.tsx'
import { InvoiceItems } from '#src/features/invoices/request/InvoiceItems.tsx'
import { InvoiceNotice } from '#src/features/invoices/request/InvoiceNotice.tsx'
import { InvoiceProgress } from '#src/features/invoices/request/InvoiceProgress.tsx'
import { PdfButton } from '#src/features/invoices/request/PdfButton.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'

/** What everybody gets who downloads it. */
function fileWord({ original, by_hand, state }: OperatorInvoiceDetail): string {
  if (state === 'flushed') return '已红冲：用户下载到的是注明红冲的信息单。'
  if (original) return '用户下载和收到的是登记时上传的 PDF。'
  return by_hand ? '还没有上传 PDF，用户下载到的是信息单；用「更正发票」补上。' : '由平台按开票结果排版。'
}

/** Everything an invoice is decided by. */
export default function InvoiceReview({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource} of={operator_invoices.get}>
      {(invoice) => (
        <Parts>
          <InvoiceNotice invoice={invoice} />
          <InvoiceProgress invoice={invoice} />
          <InvoiceFacts invoice={invoice} />
          {invoice.number && (
            <Panel title="PDF" extra={<PdfButton endpoint={operator_invoices.pdf} id={invoice.id} />}>
              <p>{fileWord(invoice)}</p>
            </Panel>
          )}
          <InvoiceItems invoice={invoice} />
          <History resource={resource} id={invoice.id} />
        </Parts>
      )}
    </Show>
  )
}
