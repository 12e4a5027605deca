import { banners } from '#contract/banners.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { listBanners } from '#server/modules/site-content/site-content.service.ts'

export const siteContentRoutes = (http: Http) => mount(http, 'banners', banners, { list: ({ deps }) => listBanners(deps) })
