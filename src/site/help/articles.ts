import { type HelpSlug, helpArticles } from '#contract/help-articles.ts'
import { parseArticle } from './front-matter.ts'
import { fillPlaceholders } from './help-values.ts'

const articleFiles = import.meta.glob<string>('./articles/*/*.md', { query: '?raw', import: 'default' })

/** React does not wait for a promise that says of itself that it is fulfilled. */
type TrackedPromise = Promise<string> & { status?: 'fulfilled'; value?: string }
const articlePromises = new Map<HelpSlug, TrackedPromise>()

async function fetchText(slug: HelpSlug): Promise<string> {
  const article = helpArticles.find((each) => each.slug === slug)
  const file = article && articleFiles[`./articles/${article.section}/${slug}.md`]
  if (!file) throw new Error(`no article ${slug}`)
  return fillPlaceholders(parseArticle(await file()).body)
}

/**
 * The text of an article, fetched once; for `use`. Where it has come before, as where a page is written at build time and
 * where a browser takes that page over (preload-article.ts), the page is drawn at once and nothing suspends.
 */
export function loadArticleText(slug: HelpSlug): Promise<string> {
  const known = articlePromises.get(slug)
  if (known) return known
  const promise: TrackedPromise = fetchText(slug)
  articlePromises.set(slug, promise)
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => articlePromises.delete(slug), // the next look tries again
  )
  return promise
}
