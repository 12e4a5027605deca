import type { z } from 'zod'
import type { EndpointData, HandlerInput } from '#contract/endpoint.ts'
import { type HelpArticle, helpArticles } from '#contract/help-articles.ts'
import type { operatorHelpArticles } from '#contract/operator/help-articles.ts'
import type { Deps } from '#server/deps.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { helpRepo } from './help.repo.ts'

type Row = z.input<typeof operatorHelpArticles.get.data>
type HelpArticleOverride = Awaited<ReturnType<ReturnType<typeof helpRepo>['all']>>[number]

/** Agreements stay readable, because users have accepted them (requirements §1). */
const isRequired = ({ section }: HelpArticle) => section === 'legal'

const present = (article: HelpArticle, turned: HelpArticleOverride | undefined): Row => ({
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

async function listRows(db: Parameters<typeof helpRepo>[0]): Promise<Row[]> {
  const turned = new Map((await helpRepo(db).all()).map((row) => [row.slug, row]))
  return helpArticles.map((article) => present(article, turned.get(article.slug)))
}

async function getRow(db: Parameters<typeof helpRepo>[0], id: string): Promise<Row> {
  const row = (await listRows(db)).find((each) => each.id === id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Returns the slugs of hidden articles in this release; ignores rows of articles that no longer exist. */
export async function listHiddenArticleSlugs(deps: Deps): Promise<string[]> {
  const hidden = new Set(await helpRepo(deps.database.kysely).hidden())
  return helpArticles.flatMap((article) => (hidden.has(article.slug) && !isRequired(article) ? [article.slug] : []))
}

const articlePathPattern = /^\/help\/([a-z-]+)\/?$/

/** Returns whether a path may be shown; false only for hidden articles. */
export async function isHelpPageShown(deps: Deps, path: string): Promise<boolean> {
  const [, slug] = articlePathPattern.exec(path) ?? []
  return slug === undefined || !(await listHiddenArticleSlugs(deps)).includes(slug)
}

export async function listHelpArticles({ deps }: Context, query: HandlerInput<typeof operatorHelpArticles.list>['query']) {
  const found = (await listRows(deps.database.kysely)).filter(
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

export const getHelpArticle = ({ deps }: Context, id: string): Promise<EndpointData<typeof operatorHelpArticles.get>> =>
  getRow(deps.database.kysely, id)

/**
 * Shows or hides an article. A hidden article leaves contents, search and sitemap, and its address behaves as if it did not
 * exist.
 */
export const setHelpArticleVisible = (ctx: Context, id: string, visible: boolean) =>
  ctx.transaction(async (tx) => {
    const row = await getRow(tx.db, id)
    if (row.required) throw new Refusal('action_not_allowed', { message: '协议不能隐藏' })
    if (row.visible === visible) throw new Refusal('nothing_to_change')
    await helpRepo(tx.db).set({ slug: id, visible, changed_by: ctx.caller.user_id, changed_at: ctx.deps.clock.now() })
    ctx.audit({ before: { visible: String(row.visible) }, after: { visible: String(visible) } })
    return getRow(tx.db, id)
  })
