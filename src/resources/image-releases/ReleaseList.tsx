import { useSearchParams } from 'react-router'
import List from '#src/console/generic/list/List.tsx'
import ReleasePage from '#src/console/image-release/ReleasePage.tsx'
import type { Resource } from '../define-resource.ts'

/** One's own entries; with what is to be published in the address, the form. */
export default function ReleaseList({ resource }: { resource: Resource }) {
  const [search] = useSearchParams()
  const asked = search.has('private_image_id') || search.has('id')
  return asked ? <ReleasePage resource={resource} /> : <List resource={resource} />
}
