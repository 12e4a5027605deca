import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './MarketLinkBar.module.css'

/** The blue bar that leads to the market (spec §2). */
export function MarketLinkBar() {
  return (
    <Link className={styles.bar} to={paths.market}>
      <span className={styles.inner}>
        <span>
          <strong className={styles.title}>还没到买机器的时候</strong>
          <span className={styles.text}>先在云上按小时租同类的 GPU，把模型与显存需求试出来。</span>
        </span>
        <span className={styles.go}>
          去算力市场
          <Icon name="chevron" />
        </span>
      </span>
    </Link>
  )
}
