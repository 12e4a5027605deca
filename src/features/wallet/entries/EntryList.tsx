import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { EntrySums } from './EntrySums.tsx'

/** 收支明细 with what the rows that are asked for come to. */
export default function EntryList({ resource }: { resource: Resource }) {
  return <List resource={resource} summary={(state) => <EntrySums state={state} />} />
}
