import styles from './CompareToggle.module.css'
import { comparedOffersMax } from './compare.ts'
import { useComparedOffers } from './use-compare.ts'

/** Picks an offer for the comparison, as long as there is room. */
export function CompareToggle({ product: { id, name } }: { product: { id: string; name: string } }) {
  const { ids, add, remove } = useComparedOffers()
  const picked = ids.includes(id)
  const full = !picked && ids.length >= comparedOffersMax
  return (
    <label className={styles.toggle} data-full={full} title={full ? `最多对比 ${comparedOffersMax} 款` : undefined}>
      <input
        type="checkbox"
        aria-label={`对比 ${name}`}
        checked={picked}
        disabled={full}
        onChange={() => (picked ? remove(id) : add(id))}
      />
      对比
    </label>
  )
}
