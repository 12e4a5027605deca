import List from '#src/console/generic/list/List.tsx'
import { InvoiceTabs } from '#src/console/invoicing/InvoiceTabs.tsx'
import type { Resource } from '../define-resource.ts'

export default function TitleList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<InvoiceTabs />} />
}
