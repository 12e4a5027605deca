import { Link } from 'react-router-dom'
import type { HelpArticle, HelpSlug } from '#contract/help-articles.ts'
import { paths } from '#src/paths.ts'
import styles from './AdjacentArticles.module.css'
import { findAdjacentArticles } from './contents.ts'

const AdjacentLink = ({ word, article }: { word: string; article: HelpArticle }) => (
  <Link to={paths.helpArticle(article.slug)} className={styles.link}>
    <span className={styles.word}>{word}</span>
    <span className={styles.title}>{article.title}</span>
  </Link>
)

/** The articles before and after this one. */
export function AdjacentArticles({ slug, hidden }: { slug: HelpSlug; hidden: ReadonlySet<string> }) {
  const { previous, next } = findAdjacentArticles(slug, hidden)
  return (
    <nav className={styles.neighbours} aria-label="前后文章">
      {previous ? <AdjacentLink word="上一篇" article={previous} /> : <span />}
      {next && <AdjacentLink word="下一篇" article={next} />}
    </nav>
  )
}
