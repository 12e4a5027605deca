import { Link } from 'react-router-dom'
import type { Dataset } from '#contract/datasets.ts'
import pairCard from '#src/admin/list/pair-card.module.css'
import { paths } from '#src/paths.ts'
import { listPopularity } from '#src/ui/catalogue/popularity.ts'
import styles from './DatasetCard.module.css'
import { DatasetTags } from './DatasetTags.tsx'
import { formatDatasetSize } from './size-text.ts'

/** A public data set on a phone. */
export function DatasetCard({ set }: { set: Dataset }) {
  return (
    <div className={pairCard.card}>
      <h2 className={pairCard.title}>
        <Link to={paths.dataSet(set.id)}>{set.name}</Link>
      </h2>
      <span>{set.type.name}</span>
      <p className={styles.wide}>{set.summary}</p>
      {set.tags.length > 0 && (
        <div className={styles.wide}>
          <DatasetTags tags={set.tags} />
        </div>
      )}
      <span className={styles.wide}>
        <strong className={styles.size}>{formatDatasetSize(set)}</strong> · {set.licence}
      </span>
      <span className={styles.wide}>{[set.author.nickname, ...listPopularity(set)].join(' · ')}</span>
    </div>
  )
}
