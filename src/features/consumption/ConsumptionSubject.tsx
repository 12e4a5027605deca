import type { Consumption } from '#contract/consumption.ts'
import styles from './ConsumptionSubject.module.css'

/** What a line was spent on: the instance and its product, or the order. */
export function What({ row: { kind, title, instance_name, product_name } }: { row: Consumption }) {
  const first = kind === 'usage' ? (instance_name ?? title) : title
  return (
    <span className={styles.what}>
      {first}
      {product_name && <span className={styles.product}>{product_name}</span>}
    </span>
  )
}
