import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import section from '#src/site/section.module.css'
import { useTitle } from '#src/site/use-title.ts'
import { useHiddenArticles } from '#src/ui/hidden-articles.ts'
import { listHelpSections } from './contents.ts'
import styles from './HelpHome.module.css'
import { HelpSearchButton } from './search/HelpSearchButton.tsx'
import { useHelpSearchShortcut } from './search/use-help-search-shortcut.ts'

/** `/help/`: the list of all articles, with search. */
export default function HelpHome() {
  useTitle('帮助中心')
  useHelpSearchShortcut()
  const contents = listHelpSections(useHiddenArticles())
  return (
    <>
      <header className={section.sheet}>
        <div className={`${section.inner} ${styles.head}`}>
          <h1 className={section.title}>帮助中心</h1>
          <p className={section.lead}>从租到第一台实例，到看懂每一笔账。</p>
          <HelpSearchButton />
        </div>
      </header>
      <div className={`${section.inner} ${styles.sections}`}>
        {contents.map(({ name, title, articles }) => (
          <section key={name} className={styles.section} aria-labelledby={`help-${name}`}>
            <h2 id={`help-${name}`} className={styles.title}>
              {title}
            </h2>
            <ul className={styles.list}>
              {articles.map((article) => (
                <li key={article.slug}>
                  <Link to={paths.helpArticle(article.slug)} className={styles.link}>
                    <span className={styles.name}>{article.title}</span>
                    <span className={styles.summary}>{article.summary}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
