import styles from './BrandMark.module.css'

/** Lit cells of a four-by-four die, which form a Z. */
const lit = new Set([0, 1, 2, 3, 6, 9, 12, 13, 14, 15])
const cells = Array.from({ length: 16 }, (_, index) => ({ index, x: (index % 4) * 6 + 1, y: Math.floor(index / 4) * 6 + 1 }))

export function BrandMark({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 25 25" width={size} height={size} aria-hidden="true">
      {cells.map(({ index, x, y }) => (
        <rect key={index} className={lit.has(index) ? styles.on : styles.off} x={x} y={y} width="5" height="5" rx="1" />
      ))}
    </svg>
  )
}
