import { bank_transfers } from '#contract/bank-transfers.ts'
import { operator_bank_transfers } from '#contract/operator/bank-transfers.ts'
import {
  getProof,
  getTransfer,
  listTransfers,
  submitTransfer,
} from '#server/domains/money/bank-transfers/bank-transfers.service.ts'
import {
  confirmTransfer,
  getReviewed,
  getReviewedProof,
  listAllTransfers,
  rejectTransfer,
} from '#server/domains/money/bank-transfers/review.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function bankTransferRoutes(http: Http): void {
  mount(http, 'bank_transfers', bank_transfers, {
    list: (ctx, { query }) => listTransfers(ctx, query),
    get: (ctx, { params }) => getTransfer(ctx, params.id),
    create: (ctx, { body }) => submitTransfer(ctx, body),
    proof: (ctx, { params }) => getProof(ctx, params.id),
  })
  mount(http, 'operator_bank_transfers', operator_bank_transfers, {
    list: (ctx, { query }) => listAllTransfers(ctx, query),
    get: (ctx, { params }) => getReviewed(ctx, params.id),
    proof: (ctx, { params }) => getReviewedProof(ctx, params.id),
    confirm: (ctx, { params, body }) => confirmTransfer(ctx, params.id, body.bank_reference),
    reject: (ctx, { params, body }) => rejectTransfer(ctx, params.id, body.reason),
  })
}
