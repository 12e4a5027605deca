import List from '#src/console/generic/list/List.tsx'
import type { Resource } from '../define-resource.ts'
import { ConsumptionSums } from './ConsumptionSums.tsx'

/** 消费明细 with its sums, which the browser can recompute. */
export default function ConsumptionList({ resource }: { resource: Resource }) {
  return <List resource={resource} summary={(state) => <ConsumptionSums state={state} />} />
}
