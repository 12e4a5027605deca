import type { z } from 'zod'
import type { DataOf, Received } from '#contract/endpoint.ts'
import { type HelpArticle, help_articles } from '#contract/help-articles.ts'
import type { operator_help_articles } from '#contract/operator/help-articles.ts'
import type { Deps } from '#server/deps.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { helpRepo } from './help.repo.ts'

type Row = z.input<typeof operator_help_articles.get.data>
type Turned = Awaited<ReturnType<ReturnType<typeof helpRepo>['all']>>[number]

/** Agreements are what people have accepted: they stay readable (spec §1). */
const isRequired = ({ section }: HelpArticle) => section === 'legal'

const present = (article: HelpArticle, turned: Turned | undefined): Row => ({
  id: article.slug,
  title: article.title,
  section: article.section,
  summary: article.summary,
  updated: article.updated,
  visible: turned?.visible ?? true,
  required: isRequired(article),
  changed_by: turned?.changed_by ?? null,
  changed_at: turned?.changed_at.toISOString() ?? null,
})

async function rows(db: Parameters<typeof helpRepo>[0]): Promise<Row[]> {
  const turned = new Map((await helpRepo(db).all()).map((row) => [row.slug, row]))
  return help_articles.map((article) => present(article, turned.get(article.slug)))
}

async function rowOf(db: Parameters<typeof helpRepo>[0], id: string): Promise<Row> {
  const row = (await rows(db)).find((each) => each.id === id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Slugs of this release that are not to be shown; rows of articles that are gone say nothing. */
export async function hiddenArticles(deps: Deps): Promise<string[]> {
  const hidden = new Set(await helpRepo(deps.database.kysely).hidden())
  return help_articles.flatMap((article) => (hidden.has(article.slug) && !isRequired(article) ? [article.slug] : []))
}

const article_path = /^\/help\/([a-z-]+)\/?$/

/** Whether the page at an address may be shown: all but those of hidden articles. */
export async function isPageShown(deps: Deps, path: string): Promise<boolean> {
  const [, slug] = article_path.exec(path) ?? []
  return slug === undefined || !(await hiddenArticles(deps)).includes(slug)
}

export async function listArticles({ deps }: Context, query: Received<typeof operator_help_articles.list>['query']) {
  const found = (await rows(deps.database.kysely)).filter(
    (row) =>
      (query.visible === undefined || String(row.visible) === query.visible) &&
      (query.section === undefined || row.section === query.section) &&
      (!query.keyword || `${row.title} ${row.summary} ${row.id}`.toLowerCase().includes(query.keyword.toLowerCase())),
  )
  if (query.sort === 'id') found.sort((a, b) => (a.id < b.id ? -1 : 1))
  if (query.order === 'desc') found.reverse()
  const from = (query.page - 1) * query.page_size
  return { items: found.slice(from, from + query.page_size), total: found.length }
}

export const getArticle = ({ deps }: Context, id: string): Promise<DataOf<typeof operator_help_articles.get>> =>
  rowOf(deps.database.kysely, id)

/** Shows or hides an article. Hidden, it leaves contents, search and sitemap, and its address is as good as none. */
export const turnArticle = (ctx: Context, id: string, visible: boolean) =>
  ctx.transaction(async (tx) => {
    const row = await rowOf(tx.db, id)
    if (row.required) throw new Refusal('action_not_allowed', { message: '协议不能隐藏' })
    if (row.visible === visible) throw new Refusal('nothing_to_change')
    await helpRepo(tx.db).set({ slug: id, visible, changed_by: ctx.caller.user_id, changed_at: ctx.deps.clock.now() })
    ctx.audit({ before: { visible: String(row.visible) }, after: { visible: String(visible) } })
    return rowOf(tx.db, id)
  })
