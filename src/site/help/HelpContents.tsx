import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import type { HelpSection } from './contents.ts'
import styles from './HelpContents.module.css'

interface Props {
  contents: readonly HelpSection[]
  current?: string | undefined
  onChoose?: () => void
}

/** All articles by section; the one that is open is marked. */
export function HelpContents({ contents, current, onChoose }: Props) {
  return (
    <nav className={styles.contents} aria-label="帮助目录">
      {contents.map(({ name, title, articles }) => (
        <section key={name} className={styles.section}>
          <h2 className={styles.title}>{title}</h2>
          <ul className={styles.list}>
            {articles.map((article) => (
              <li key={article.slug}>
                <Link
                  to={paths.helpArticle(article.slug)}
                  className={styles.link}
                  aria-current={article.slug === current ? 'page' : undefined}
                  {...(onChoose && { onClick: onChoose })}
                >
                  {article.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
