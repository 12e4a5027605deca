import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './CompareTray.module.css'
import { comparedOffersMax } from './compare.ts'
import { useComparedOffers } from './use-compare.ts'
import { wholeMarketStore } from './whole-market.ts'

const CompareDialog = lazyDialog(() => import('./CompareDialog.tsx'))

/** What has been picked so far, at the lower edge of the list, and the way to see it side by side. */
export function CompareTray() {
  const { ids, open, remove, clear, show, hide } = useComparedOffers()
  const { data } = useStore(wholeMarketStore)
  const named = ids.map((id) => ({ id, product: data?.find((product) => product.id === id) }))
  const known = named.flatMap(({ product }) => product ?? [])
  const enough = (data ? known.length : ids.length) > 1
  const rest = comparedOffersMax - ids.length
  return (
    <section className={styles.tray} aria-label="对比">
      <ul className={styles.picked}>
        {named.map(({ id, product }) => (
          <li key={id} className={styles.chip}>
            <span className={styles.name}>
              {product ? `${product.name} · ${product.region_name}` : data ? '已下架的产品' : <Skeleton width={96} />}
            </span>
            <button
              type="button"
              className={styles.remove}
              aria-label={`不再对比 ${product?.name ?? '这款产品'}`}
              onClick={() => remove(id)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.hint} role="status">
        {ids.length < 2 ? '再选一款即可对比' : rest > 0 ? `还可以加 ${rest} 款` : `已选满 ${comparedOffersMax} 款`}
      </p>
      <div className={styles.actions}>
        <button type="button" className={`${controls.button} ${controls.quiet}`} onClick={clear}>
          清空
        </button>
        <button type="button" className={`${controls.button} ${controls.primary}`} disabled={!enough} onClick={show}>
          对比 {ids.length} 款
        </button>
      </div>
      {open && known.length > 1 && <CompareDialog products={known} onRemove={remove} onClose={hide} />}
    </section>
  )
}
