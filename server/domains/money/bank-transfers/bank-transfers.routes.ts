import { bankTransfers } from '#contract/bank-transfers.ts'
import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import {
  getBankTransfer,
  getOwnTransferProof,
  listBankTransfers,
  submitBankTransfer,
} from '#server/domains/money/bank-transfers/bank-transfers.service.ts'
import {
  confirmBankTransfer,
  getReviewedBankTransfer,
  getReviewedTransferProof,
  listAllBankTransfers,
  rejectBankTransfer,
} from '#server/domains/money/bank-transfers/review.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function bankTransferRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'bank_transfers', bankTransfers, {
    list: (ctx, { query }) => listBankTransfers(ctx, query),
    get: (ctx, { params }) => getBankTransfer(ctx, params.id),
    create: (ctx, { body }) => submitBankTransfer(ctx, body),
    proof: (ctx, { params }) => getOwnTransferProof(ctx, params.id),
  })
  mountEndpoints(http, 'operator_bank_transfers', operatorBankTransfers, {
    list: (ctx, { query }) => listAllBankTransfers(ctx, query),
    get: (ctx, { params }) => getReviewedBankTransfer(ctx, params.id),
    proof: (ctx, { params }) => getReviewedTransferProof(ctx, params.id),
    confirm: (ctx, { params, body }) => confirmBankTransfer(ctx, params.id, body.bank_reference),
    reject: (ctx, { params, body }) => rejectBankTransfer(ctx, params.id, body.reason),
  })
}
