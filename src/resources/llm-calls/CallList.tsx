import List from '#src/console/generic/list/List.tsx'
import type { Resource } from '../define-resource.ts'
import { CallSums } from './CallSums.tsx'

/** 调用账单 with its sums and its days. */
export default function CallList({ resource }: { resource: Resource }) {
  return <List resource={resource} summary={(state) => <CallSums state={state} />} />
}
