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
  /** The small line above the name: what it runs on, or its kind. */
  kind: string
  facts: string
  /** The price, for kinds that can have one. */
  price?: ReactNode
  uses: number
  stars: number
}

/** A list entry; the whole card is its link. */
export function CommunityEntryCard({ to, name, summary, original, tags, author, kind, facts, price, uses, stars }: Props) {
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
        <span className={styles.counts}>
          {uses > 0 && <span>{uses} 次使用</span>}
          {stars > 0 && <span>{stars} 人收藏</span>}
        </span>
      </p>
    </li>
  )
}
