import { whatIf } from '#contract/what-if.ts'
import { getWhatIf } from '#server/domains/rentals/what-if/what-if.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const whatIfRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'what_if', whatIf, { read: (ctx, { query }) => getWhatIf(ctx, query) })
