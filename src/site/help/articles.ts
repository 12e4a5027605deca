import { type HelpSlug, help_articles } from '#contract/help-articles.ts'
import { readArticle } from './front-matter.ts'
import { fill } from './help-values.ts'

const files = import.meta.glob<string>('./articles/*/*.md', { query: '?raw', import: 'default' })

/** React does not wait for a promise that says of itself that it is fulfilled. */
type Readable = Promise<string> & { status?: 'fulfilled'; value?: string }
const loading = new Map<HelpSlug, Readable>()

async function load(slug: HelpSlug): Promise<string> {
  const article = help_articles.find((each) => each.slug === slug)
  const file = article && files[`./articles/${article.section}/${slug}.md`]
  if (!file) throw new Error(`no article ${slug}`)
  return fill(readArticle(await file()).body)
}

/**
 * The text of an article, fetched once; for `use`. Where it has come before, as where a page is written at build time and
 * where a browser takes that page over (preload-article.ts), the page is drawn at once and nothing suspends.
 */
export function loadArticle(slug: HelpSlug): Promise<string> {
  const known = loading.get(slug)
  if (known) return known
  const promise: Readable = load(slug)
  loading.set(slug, promise)
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => loading.delete(slug), // the next look tries again
  )
  return promise
}
