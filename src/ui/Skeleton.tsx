import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

/** Keys of the placeholders of a list of cards. */
export const placeholderKeys = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** Placeholder bar for content that is loading. */
export function Skeleton({ width = '100%', height = 14 }: { width?: CSSProperties['width']; height?: number }) {
  return <span className={styles.bar} style={{ width, height }} />
}
