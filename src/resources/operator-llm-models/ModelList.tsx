import List from '#src/console/generic/list/List.tsx'
import type { Resource } from '../define-resource.ts'
import { Upstream } from './Upstream.tsx'

/** The models, under a word on whether their upstream answers. */
export default function ModelList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<Upstream />} />
}
