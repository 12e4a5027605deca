import { help } from '#contract/help.ts'
import { operatorHelpArticles } from '#contract/operator/help-articles.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'
import { getHelpArticle, listHelpArticles, listHiddenArticleSlugs, setHelpArticleVisible } from './help.service.ts'

export function helpRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'help', help, { hidden: async ({ deps }) => ({ slugs: await listHiddenArticleSlugs(deps) }) })
  mountEndpoints(http, 'operator_help_articles', operatorHelpArticles, {
    list: (ctx, { query }) => listHelpArticles(ctx, query),
    get: (ctx, { params }) => getHelpArticle(ctx, params.id),
    show: (ctx, { params }) => setHelpArticleVisible(ctx, params.id, true),
    hide: (ctx, { params }) => setHelpArticleVisible(ctx, params.id, false),
  })
}
