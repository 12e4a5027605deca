import { operator_originals } from '#contract/operator/originals.ts'
import { originals } from '#contract/originals.ts'
import {
  applyOriginal,
  listCandidates,
  listOriginals,
  withdrawOriginal,
} from '#server/domains/content/originals/originals.service.ts'
import { decideOriginal, getOriginal, listAllOriginals } from '#server/domains/content/originals/review.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function originalRoutes(http: Http): void {
  mount(http, 'originals', originals, {
    list: (ctx, { query }) => listOriginals(ctx, query),
    candidates: (ctx) => listCandidates(ctx),
    create: (ctx, { body }) => applyOriginal(ctx, body),
    withdraw: (ctx, { params }) => withdrawOriginal(ctx, params.id),
  })
  mount(http, 'operator_originals', operator_originals, {
    list: (ctx, { query }) => listAllOriginals(ctx, query),
    get: (ctx, { params }) => getOriginal(ctx, params.id),
    approve: (ctx, { params }) => decideOriginal(ctx, params.id, { state: 'approved' }),
    reject: (ctx, { params, body }) => decideOriginal(ctx, params.id, { state: 'refused', reason: body.reason }),
  })
}
