import List from '#src/console/generic/list/List.tsx'
import type { Resource } from '../define-resource.ts'
import { EntrySums } from './EntrySums.tsx'

/** The books with what the rows that are asked for come to: what a number of the finance page opens to. */
export default function EntryList({ resource }: { resource: Resource }) {
  return <List resource={resource} summary={(state) => <EntrySums state={state} />} />
}
