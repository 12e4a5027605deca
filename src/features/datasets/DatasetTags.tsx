import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './DataSet.module.css'

export const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length ? (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  ) : (
    '—'
  )
