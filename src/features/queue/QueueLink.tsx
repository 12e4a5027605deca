import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './QueueLink.module.css'
import { useOwnQueue } from './use-queue.ts'

/** Link to the user's queue entries; hidden if there are none. */
export default function QueueLink() {
  const waiting = useOwnQueue()?.length ?? 0
  if (waiting === 0) return null
  return (
    <Link className={styles.link} to={paths.queue}>
      <Icon name="clock" /> {waiting} 个排队中
    </Link>
  )
}
