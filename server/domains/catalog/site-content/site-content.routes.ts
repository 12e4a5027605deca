import { banners } from '#contract/banners.ts'
import { listShownBanners } from '#server/domains/catalog/site-content/site-content.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const siteContentRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'banners', banners, { list: ({ deps }) => listShownBanners(deps) })
