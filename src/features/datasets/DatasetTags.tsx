import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './dataset.module.css'

export const DatasetTags = ({ tags }: { tags: readonly string[] }) =>
  tags.length ? (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <ToneTag key={tag}>{tag}</ToneTag>
      ))}
    </span>
  ) : (
    '—'
  )
