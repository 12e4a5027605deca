import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { ConsumptionSums } from './ConsumptionSums.tsx'

/** 消费明细 with its sums, which the browser can recompute. */
export default function ConsumptionList({ resource }: { resource: Resource }) {
  return <List resource={resource} summary={(state) => <ConsumptionSums state={state} />} />
}
