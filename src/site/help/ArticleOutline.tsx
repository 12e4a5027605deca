import type { Heading } from '#src/ui/markdown/headings.ts'
import styles from './ArticleOutline.module.css'
import { useCurrentHeading } from './use-current-heading.ts'

interface Props {
  headings: readonly Heading[]
  onChoose?: () => void
}

/** The sections of the open article; the one that is being read is marked. */
export function ArticleOutline({ headings, onChoose }: Props) {
  const current = useCurrentHeading(headings.map(({ id }) => id))
  return (
    <nav aria-label="本页内容">
      <ul className={styles.list}>
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={styles.link}
              data-level={level}
              aria-current={id === current ? 'location' : undefined}
              {...(onChoose && { onClick: onChoose })}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
