import type { Consumption } from '#contract/consumption.ts'
import styles from './ConsumptionSubject.module.css'

/** What a line was spent on: the instance and its product, or the order. */
export function ConsumptionSubject({
  row: { kind, title, instance_name: instanceName, product_name: productName },
}: {
  row: Consumption
}) {
  const first = kind === 'usage' ? (instanceName ?? title) : title
  return (
    <span className={styles.what}>
      {first}
      {productName && <span className={styles.product}>{productName}</span>}
    </span>
  )
}
