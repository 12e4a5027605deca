import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { InvoiceTabs } from '#src/features/invoices/request/InvoiceTabs.tsx'

export default function TitleList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<InvoiceTabs />} />
}
