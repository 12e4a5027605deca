import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

/** A quiet bar in the place of content that is on its way. */
export function Skeleton({ width = '100%', height = 14 }: { width?: CSSProperties['width']; height?: number }) {
  return <span className={styles.bar} style={{ width, height }} />
}
