import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './CommunityEntries.module.css'
import card from './CommunityEntryCard.module.css'

const placeholderKeys = ['a', 'b', 'c', 'd', 'e', 'f']

export const CardSkeletons = () => (
  <ul className={styles.cards} aria-hidden="true">
    {placeholderKeys.map((key) => (
      <li key={key} className={card.card} data-waiting>
        <Skeleton width="56%" height={24} />
        <Skeleton />
        <Skeleton width="72%" />
      </li>
    ))}
  </ul>
)
