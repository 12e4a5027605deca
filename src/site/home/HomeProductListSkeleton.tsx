import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './HomeProductList.module.css'

const placeholderKeys = ['a', 'b', 'c', 'd', 'e', 'f']

export function HomeProductListSkeleton() {
  return (
    <div className={styles.list} role="status" aria-label="正在加载产品">
      {placeholderKeys.map((card) => (
        <Skeleton key={card} height={356} />
      ))}
    </div>
  )
}
