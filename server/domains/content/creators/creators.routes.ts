import { creators } from '#contract/creators.ts'
import { operator_creators } from '#contract/operator/creators.ts'
import { applyAsCreator, getOwnStanding } from '#server/domains/content/creators/creators.service.ts'
import {
  approveApplication,
  getApplication,
  listApplications,
  refuseApplication,
  revokeCreator,
} from '#server/domains/content/creators/review.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function creatorRoutes(http: Http): void {
  mount(http, 'creators', creators, {
    apply: (ctx, { body }) => applyAsCreator(ctx, body),
    detail: getOwnStanding,
  })
  mount(http, 'operator_creators', operator_creators, {
    list: (ctx, { query }) => listApplications(ctx, query),
    get: (ctx, { params }) => getApplication(ctx, params.id),
    approve: (ctx, { params }) => approveApplication(ctx, params.id),
    refuse: (ctx, { params, body }) => refuseApplication(ctx, params.id, body.reason),
    revoke: (ctx, { params, body }) => revokeCreator(ctx, params.id, body.reason),
  })
}
