import { Link } from 'react-router-dom'
import type { QueueEntry } from '#contract/queue.ts'
import { paths } from '#src/paths.ts'

/** The instance that waits, or that came of it; before that, what it will be called. */
export function QueuedName({ entry: { name, instance_id } }: { entry: QueueEntry }) {
  return instance_id ? <Link to={paths.container_instance(instance_id)}>{name}</Link> : name
}
