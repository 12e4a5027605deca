import { Link } from 'react-router-dom'
import type { OperatorInstance } from '#contract/operator/instances.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import styles from './OwnerLink.module.css'

/** Whose it is, with the way to that user. */
export function OwnerLink({ owner }: { owner: OperatorInstance['owner'] }) {
  return (
    <span className={styles.owner}>
      <Link to={operatorPaths.user(owner.id)}>{owner.nickname}</Link>
      <small>{owner.phone}</small>
    </span>
  )
}
