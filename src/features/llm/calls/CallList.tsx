import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { CallSums } from './CallSums.tsx'

/** 调用账单 with its sums and its days. */
export default function CallList({ resource }: { resource: Resource }) {
  return <List resource={resource} summary={(state) => <CallSums state={state} />} />
}
