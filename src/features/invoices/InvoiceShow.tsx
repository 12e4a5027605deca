import { Button } from 'antd'
import { type InvoiceDetail, invoices } from '#contract/invoices.ts'
import { useRowActions } from '#src/admin/actions/use-row-actions.tsx'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { InvoiceFacts } from './InvoiceFacts.tsx'
import { InvoiceItems } from './InvoiceItems.tsx'
import { InvoiceNotice } from './InvoiceNotice.tsx'
import { InvoiceProgress } from './InvoiceProgress.tsx'
import styles from './InvoiceShow.module.css'
import { InvoiceStateTag } from './InvoiceStateTag.tsx'
import { PdfButton } from './PdfButton.tsx'

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
