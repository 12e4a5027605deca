import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { ClaimCentre } from './ClaimCentre.tsx'

/** What can be had, and below it what one has. */
export default function CouponList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<ClaimCentre />} />
}
