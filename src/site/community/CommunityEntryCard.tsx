import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './CommunityEntryCard.module.css'

interface Props {
  to: string
  name: string
  summary: string
  original: boolean
  tags: readonly string[]
  author: { id: string; nickname: string; is_creator: boolean }
  /** What it runs on, or what kind it is: the small line above the name. */
  kind: string
  facts: string
  /** What it costs, where it may cost something. */
  price?: ReactNode
  /** How many use it, keep it. */
  counts: ReactNode
}

/** An entry of a list; the whole card leads to it. */
export function CommunityEntryCard({ to, name, summary, original, tags, author, kind, facts, price, counts }: Props) {
  return (
    <li className={styles.card}>
      <p className={styles.kind}>{kind}</p>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <Link className={styles.link} to={to}>
            {name}
          </Link>
        </h2>
        {original && (
          <ToneTag tone="primary" icon="check">
            原创
          </ToneTag>
        )}
      </div>
      <p className={styles.summary}>{summary}</p>
      <ul className={styles.tags} aria-label="标签">
        {tags.map((tag) => (
          <li key={tag}>
            <ToneTag>{tag}</ToneTag>
          </li>
        ))}
      </ul>
      <p className={styles.facts}>
        <span>{facts}</span>
        {price && <span className={styles.price}>{price}</span>}
      </p>
      <p className={styles.foot}>
        <Link className={styles.author} to={paths.communityAuthor(author.id)} aria-label={`作者 ${author.nickname}`}>
          {author.nickname}
        </Link>
        <span className={styles.counts}>{counts}</span>
      </p>
    </li>
  )
}
