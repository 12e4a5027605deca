import { Button } from 'antd'
import type { InvoiceDetail } from '#contract/invoices.ts'
import { invoices } from '#contract/invoices.ts'
import { useRowActions } from '#src/console/generic/actions/use-row-actions.tsx'
import { RowView } from '#src/console/generic/RowView.tsx'
import { InvoiceFacts } from '#src/console/invoicing/InvoiceFacts.tsx'
import { InvoiceItems } from '#src/console/invoicing/InvoiceItems.tsx'
import { InvoiceNotice } from '#src/console/invoicing/InvoiceNotice.tsx'
import { InvoiceProgress } from '#src/console/invoicing/InvoiceProgress.tsx'
import { InvoiceStateTag } from '#src/console/invoicing/InvoiceStateTag.tsx'
import { PdfButton } from '#src/console/invoicing/PdfButton.tsx'
import styles from '#src/console/invoicing/Stack.module.css'
import { PageHeader } from '#src/console/layout/PageHeader.tsx'
import type { Row } from '../declared.ts'
import type { Resource } from '../define-resource.ts'

function InvoicePage({ resource, row }: { resource: Resource; row: Row }) {
  const invoice = row as unknown as InvoiceDetail
  const { actions, run, dialog } = useRowActions(resource)
  return (
    <>
      <PageHeader
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

/** One invoice: how far it is, what it says, what is on it. */
export default function InvoiceShow({ resource }: { resource: Resource }) {
  return <RowView resource={resource}>{(row) => <InvoicePage resource={resource} row={row} />}</RowView>
}
