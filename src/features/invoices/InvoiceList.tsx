import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { InvoiceTabs } from '#src/features/invoices/request/InvoiceTabs.tsx'
import { InvoicingButton } from './InvoicingButton.tsx'

export default function InvoiceList({ resource }: { resource: Resource }) {
  return <List resource={resource} tools={<InvoicingButton />} above={<InvoiceTabs />} />
}
