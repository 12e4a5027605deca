import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { Upstream } from './Upstream.tsx'

/** The models, under a word on whether their upstream answers. */
export default function ModelList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<Upstream />} />
}
