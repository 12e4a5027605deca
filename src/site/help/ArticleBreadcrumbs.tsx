import { Link } from 'react-router-dom'
import type { HelpArticle } from '#contract/help-articles.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { helpSections } from '../../ui/help-sections.ts'
import styles from './ArticleBreadcrumbs.module.css'

/** Where the article stands. */
export function ArticleBreadcrumbs({ article }: { article: HelpArticle }) {
  return (
    <nav aria-label="位置">
      <ol className={styles.crumbs}>
        <li>
          <Link to={paths.help}>帮助中心</Link>
        </li>
        <li>
          <Icon name="chevron" />
          {helpSections[article.section]}
        </li>
        <li className={styles.here} aria-current="page">
          <Icon name="chevron" />
          {article.title}
        </li>
      </ol>
    </nav>
  )
}
