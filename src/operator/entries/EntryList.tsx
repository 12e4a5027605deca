import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { EntrySums } from './EntrySums.tsx'

/** The books with what the rows that are asked for come to: what a number of the finance page opens to. */
export default function EntryList({ resource }: { resource: Resource }) {
  return <List resource={resource} summary={(state) => <EntrySums state={state} />} />
}
