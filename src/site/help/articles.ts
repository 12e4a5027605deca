import { type HelpSlug, helpArticles } from '#contract/help-articles.ts'
import { parseArticle } from './front-matter.ts'
import { fillPlaceholders } from './help-values.ts'

const articleFiles = import.meta.glob<string>('./articles/*/*.md', { query: '?raw', import: 'default' })

/** React does not suspend on a promise that is marked as fulfilled. */
type TrackedPromise = Promise<string> & { status?: 'fulfilled'; value?: string }
const articlePromises = new Map<HelpSlug, TrackedPromise>()

async function fetchText(slug: HelpSlug): Promise<string> {
  const article = helpArticles.find((each) => each.slug === slug)
  const file = article && articleFiles[`./articles/${article.section}/${slug}.md`]
  if (!file) throw new Error(`no article ${slug}`)
  return fillPlaceholders(parseArticle(await file()).body)
}

/**
 * The text of an article, fetched once; for `use`. If it is already loaded, as at build time and when a browser
 * hydrates that page (preload-article.ts), the page renders at once without suspending.
 */
export function loadArticleText(slug: HelpSlug): Promise<string> {
  const known = articlePromises.get(slug)
  if (known) return known
  const promise: TrackedPromise = fetchText(slug)
  articlePromises.set(slug, promise)
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => articlePromises.delete(slug), // the next render retries
  )
  return promise
}
