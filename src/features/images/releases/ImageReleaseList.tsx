import { useSearchParams } from 'react-router-dom'
import List from '#src/admin/list/ResourceListPage.tsx'
import type { Resource } from '#src/admin/resource.ts'
import PublishImagePage from './form/PublishImagePage.tsx'

/** The user's own community entries, or the publish form if the address names something to publish. */
export default function ImageReleaseList({ resource }: { resource: Resource }) {
  const [search] = useSearchParams()
  const asked = search.has('private_image_id') || search.has('id')
  return asked ? <PublishImagePage resource={resource} /> : <List resource={resource} />
}
