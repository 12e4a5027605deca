import type { ReactNode } from 'react'
import { CopyText } from '#src/ui/CopyText.tsx'
import styles from './Mounts.module.css'

interface Props {
  path: string
  name: ReactNode
  facts: string
}

/** One folder of an instance that is no disk of its own. */
export const MountRow = ({ path, name, facts }: Props) => (
  <li className={styles.row}>
    <span className={styles.path}>
      <CopyText text={path} label={`复制 ${path}`} mono />
    </span>
    <span>{name}</span>
    <span className={styles.facts}>{facts}</span>
  </li>
)
