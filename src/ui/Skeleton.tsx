import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

/** Placeholder bar for content that is loading. */
export function Skeleton({ width = '100%', height = 14 }: { width?: CSSProperties['width']; height?: number }) {
  return <span className={styles.bar} style={{ width, height }} />
}
