import List from '#src/console/generic/list/List.tsx'
import { InvoiceTabs } from '#src/console/invoicing/InvoiceTabs.tsx'
import type { Resource } from '../define-resource.ts'
import { InvoicingButton } from './InvoicingButton.tsx'

export default function InvoiceList({ resource }: { resource: Resource }) {
  return <List resource={resource} tools={<InvoicingButton />} above={<InvoiceTabs />} />
}
