import { operatorOriginals } from '#contract/operator/originals.ts'
import { originals } from '#contract/originals.ts'
import {
  applyForOriginal,
  listOriginalCandidates,
  listOriginals,
  withdrawOriginal,
} from '#server/domains/content/originals/originals.service.ts'
import { decideOriginal, getOriginal, listAllOriginals } from '#server/domains/content/originals/review.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function originalRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'originals', originals, {
    list: (ctx, { query }) => listOriginals(ctx, query),
    candidates: (ctx) => listOriginalCandidates(ctx),
    create: (ctx, { body }) => applyForOriginal(ctx, body),
    withdraw: (ctx, { params }) => withdrawOriginal(ctx, params.id),
  })
  mountEndpoints(http, 'operator_originals', operatorOriginals, {
    list: (ctx, { query }) => listAllOriginals(ctx, query),
    get: (ctx, { params }) => getOriginal(ctx, params.id),
    approve: (ctx, { params }) => decideOriginal(ctx, params.id, { state: 'approved' }),
    reject: (ctx, { params, body }) => decideOriginal(ctx, params.id, { state: 'refused', reason: body.reason }),
  })
}
