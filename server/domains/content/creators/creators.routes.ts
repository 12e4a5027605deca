import { creators } from '#contract/creators.ts'
import { operatorCreators } from '#contract/operator/creators.ts'
import { applyAsCreator, getOwnCreatorDetail } from '#server/domains/content/creators/creators.service.ts'
import {
  approveCreatorApplication,
  getCreatorApplication,
  listCreatorApplications,
  refuseCreatorApplication,
  revokeCreator,
} from '#server/domains/content/creators/review.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function creatorRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'creators', creators, {
    apply: (ctx, { body }) => applyAsCreator(ctx, body),
    detail: getOwnCreatorDetail,
  })
  mountEndpoints(http, 'operator_creators', operatorCreators, {
    list: (ctx, { query }) => listCreatorApplications(ctx, query),
    get: (ctx, { params }) => getCreatorApplication(ctx, params.id),
    approve: (ctx, { params }) => approveCreatorApplication(ctx, params.id),
    refuse: (ctx, { params, body }) => refuseCreatorApplication(ctx, params.id, body.reason),
    revoke: (ctx, { params, body }) => revokeCreator(ctx, params.id, body.reason),
  })
}
