import List from '#src/console/generic/list/List.tsx'
import type { Resource } from '../define-resource.ts'
import { ClaimCentre } from './ClaimCentre.tsx'

/** What can be had, and below it what one has. */
export default function CouponList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<ClaimCentre />} />
}
