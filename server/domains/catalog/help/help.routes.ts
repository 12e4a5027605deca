import { help } from '#contract/help.ts'
import { operator_help_articles } from '#contract/operator/help-articles.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { getArticle, hiddenArticles, listArticles, turnArticle } from './help.service.ts'

export function helpRoutes(http: Http): void {
  mount(http, 'help', help, { hidden: async ({ deps }) => ({ slugs: await hiddenArticles(deps) }) })
  mount(http, 'operator_help_articles', operator_help_articles, {
    list: (ctx, { query }) => listArticles(ctx, query),
    get: (ctx, { params }) => getArticle(ctx, params.id),
    show: (ctx, { params }) => turnArticle(ctx, params.id, true),
    hide: (ctx, { params }) => turnArticle(ctx, params.id, false),
  })
}
