import { Link } from 'react-router-dom'
import type { PrivateImage } from '#contract/private-images.ts'
import { paths } from '#src/paths.ts'

/** The instance an image was saved from, which may be gone. */
export function Source({ image: { source_instance_id, source_instance_name } }: { image: PrivateImage }) {
  if (!source_instance_id) return '—'
  return <Link to={paths.container_instance(source_instance_id)}>{source_instance_name}</Link>
}
