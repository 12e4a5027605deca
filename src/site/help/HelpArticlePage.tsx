import { use, useEffect, useMemo } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import type { HelpArticle, HelpSlug } from '#contract/help-articles.ts'
import { paths } from '#src/paths.ts'
import { useTitle } from '#src/site/use-title.ts'
import { helpSections } from '#src/ui/help-sections.ts'
import { useHiddenArticles } from '#src/ui/hidden-articles.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { parseHeadings } from '#src/ui/markdown/headings.ts'
import { Markdown } from '#src/ui/markdown/Markdown.tsx'
import { ArticleFrame } from './ArticleFrame.tsx'
import { loadArticleText } from './articles.ts'
import { findAdjacentArticles, findHelpArticle, listHelpSections } from './contents.ts'
import { helpDiagrams } from './diagrams/help-diagrams.tsx'
import styles from './HelpArticlePage.module.css'

const AdjacentLink = ({ word, article }: { word: string; article: HelpArticle }) => (
  <Link to={paths.helpArticle(article.slug)} className={styles.link}>
    <span className={styles.word}>{word}</span>
    <span className={styles.neighbourTitle}>{article.title}</span>
  </Link>
)

/** Links to the previous and the next article. */
function AdjacentArticles({ slug, hidden }: { slug: HelpSlug; hidden: ReadonlySet<string> }) {
  const { previous, next } = findAdjacentArticles(slug, hidden)
  return (
    <nav className={styles.neighbours} aria-label="前后文章">
      {previous ? <AdjacentLink word="上一篇" article={previous} /> : <span />}
      {next && <AdjacentLink word="下一篇" article={next} />}
    </nav>
  )
}

/** Breadcrumb of the article. */
function ArticleBreadcrumbs({ article }: { article: HelpArticle }) {
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
        <li aria-current="page">
          <Icon name="chevron" />
          {article.title}
        </li>
      </ol>
    </nav>
  )
}

/** A page opened with `#section` scrolls to that section as soon as its text has loaded. */
function useScrollToHash(slug: string) {
  const { hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another article may have a section of the same name
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [hash, slug])
}

function ArticleView({ article, hidden }: { article: HelpArticle; hidden: ReadonlySet<string> }) {
  useTitle(article.title)
  const text = use(loadArticleText(article.slug))
  const headings = useMemo(() => parseHeadings(text).filter(({ level }) => level <= 3), [text])
  useScrollToHash(article.slug)

  return (
    <ArticleFrame contents={listHelpSections(hidden)} current={article.slug} headings={headings}>
      <article className={styles.article}>
        <ArticleBreadcrumbs article={article} />
        <h1 className={styles.title}>{article.title}</h1>
        <p className={styles.lead}>{article.summary}</p>
        <Markdown source={text} headingIds diagrams={helpDiagrams} />
        <p className={styles.updated}>
          最后更新 <time dateTime={article.updated}>{article.updated}</time>
        </p>
        <AdjacentArticles slug={article.slug} hidden={hidden} />
      </article>
    </ArticleFrame>
  )
}

/** `/help/<slug>`; an unknown or hidden article redirects to the contents. */
export default function HelpArticlePage() {
  const { slug = '' } = useParams()
  const hidden = useHiddenArticles()
  const article = findHelpArticle(slug)
  if (!article || hidden.has(article.slug)) return <Navigate to={paths.help} replace />
  return <ArticleView key={article.slug} article={article} hidden={hidden} />
}
