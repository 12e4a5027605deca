import { type OperatorInvoiceDetail, operatorInvoices } from '#contract/operator/invoices.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { InvoiceFacts, InvoiceItems, InvoiceNotice, InvoiceProgress, PdfButton } from '#src/features/invoices/shared.ts'
import CaseShow from '#src/operator/shared/CaseShow.tsx'

/** The file that everybody who downloads it gets. */
function formatFileNote({ original, by_hand: byHand, state }: OperatorInvoiceDetail): string {
  if (state === 'flushed') return '已红冲：用户下载到的是注明红冲的信息单。'
  if (original) return '用户下载和收到的是登记时上传的 PDF。'
  return byHand ? '还没有上传 PDF，用户下载到的是信息单；用「更正发票」补上。' : '由平台按开票结果排版。'
}

/** All information needed to decide on an invoice. */
export default function InvoiceReview({ resource }: { resource: Resource }) {
  return (
    <CaseShow resource={resource} of={operatorInvoices.get}>
      {(invoice) => (
        <>
          <InvoiceNotice invoice={invoice} />
          <InvoiceProgress invoice={invoice} />
          <InvoiceFacts invoice={invoice} />
          {invoice.number && (
            <PagePanel title="PDF" extra={<PdfButton endpoint={operatorInvoices.pdf} id={invoice.id} />}>
              <p>{formatFileNote(invoice)}</p>
            </PagePanel>
          )}
          <InvoiceItems invoice={invoice} />
        </>
      )}
    </CaseShow>
  )
}
