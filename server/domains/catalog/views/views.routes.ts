import { views } from '#contract/views.ts'
import { createView, deleteView, listViews, updateView } from '#server/domains/catalog/views/views.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const viewRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'views', views, {
    list: (ctx, { query }) => listViews(ctx, query),
    create: (ctx, { body }) => createView(ctx, body),
    update: (ctx, { params, body }) => updateView(ctx, params.id, body),
    remove: async (ctx, { params }) => {
      await deleteView(ctx, params.id)
      return null
    },
  })
