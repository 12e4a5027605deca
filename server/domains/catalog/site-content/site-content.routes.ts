import { banners } from '#contract/banners.ts'
import { listBanners } from '#server/domains/catalog/site-content/site-content.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const siteContentRoutes = (http: Http) => mount(http, 'banners', banners, { list: ({ deps }) => listBanners(deps) })
