import { Button } from 'antd'
import type { InvoiceDetail } from '#contract/invoices.ts'
import { invoices } from '#contract/invoices.ts'
import { useRowActions } from '#src/admin/actions/use-row-actions.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { InvoiceFacts } from '#src/features/invoices/request/InvoiceFacts.tsx'
import { InvoiceItems } from '#src/features/invoices/request/InvoiceItems.tsx'
import { InvoiceNotice } from '#src/features/invoices/request/InvoiceNotice.tsx'
import { InvoiceProgress } from '#src/features/invoices/request/InvoiceProgress.tsx'
import { InvoiceStateTag } from '#src/features/invoices/request/InvoiceStateTag.tsx'
import { PdfButton } from '#src/features/invoices/request/PdfButton.tsx'
import styles from '#src/features/invoices/request/Stack.module.css'

function InvoicePage({ resource, row }: { resource: Resource; row: Row }) {
  const invoice = row as unknown as InvoiceDetail
  const { actions, run, dialog } = useRowActions(resource)
  return (
    <>
      <PageHeading
        title={resource.title(row)}
        aside={<InvoiceStateTag state={invoice.state} />}
        trail={[{ label: resource.label, to: resource.path }]}
        actions={
          <>
            {actions
              .filter(({ allowed }) => allowed?.(row) !== false)
              .map((action) => (
                <Button key={action.name} icon={action.icon} danger={action.danger ?? false} onClick={() => run(action, row)}>
                  {action.label}
                </Button>
              ))}
            {invoice.number && <PdfButton endpoint={invoices.pdf} id={invoice.id} primary />}
          </>
        }
      />
      <div className={styles.stack}>
        <InvoiceNotice invoice={invoice} />
        <InvoiceProgress invoice={invoice} />
        <InvoiceFacts invoice={invoice} />
        <InvoiceItems invoice={invoice} linked />
      </div>
      {dialog}
    </>
  )
}

/** One invoice: progress, contents and items. */
export default function InvoiceShow({ resource }: { resource: Resource }) {
  return <RowView resource={resource}>{(row) => <InvoicePage resource={resource} row={row} />}</RowView>
}
