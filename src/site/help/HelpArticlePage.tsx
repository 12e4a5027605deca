import { use, useEffect, useMemo } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import type { HelpArticle } from '#contract/help-articles.ts'
import { paths } from '#src/paths.ts'
import { useTitle } from '#src/site/use-title.ts'
import { parseHeadings } from '#src/ui/markdown/headings.ts'
import { Markdown } from '#src/ui/markdown/Markdown.tsx'
import { useHiddenArticles } from '../../ui/hidden-articles.ts'
import { AdjacentArticles } from './AdjacentArticles.tsx'
import { ArticleBreadcrumbs } from './ArticleBreadcrumbs.tsx'
import { ArticleFrame } from './ArticleFrame.tsx'
import { loadArticleText } from './articles.ts'
import { findHelpArticle, listHelpSections } from './contents.ts'
import styles from './HelpArticlePage.module.css'

/** A page reached with `#section` shows that section, whenever its text has come. */
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
        <Markdown source={text} headingIds />
        <p className={styles.updated}>
          最后更新 <time dateTime={article.updated}>{article.updated}</time>
        </p>
        <AdjacentArticles slug={article.slug} hidden={hidden} />
      </article>
    </ArticleFrame>
  )
}

/** `/help/<slug>`; what is unknown or hidden leads to the contents. */
export default function HelpArticlePage() {
  const { slug = '' } = useParams()
  const hidden = useHiddenArticles()
  const article = findHelpArticle(slug)
  if (!article || hidden.has(article.slug)) return <Navigate to={paths.help} replace />
  return <ArticleView key={article.slug} article={article} hidden={hidden} />
}
