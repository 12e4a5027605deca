import { operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import {
  recordPartPaidByHand,
  retryWithdrawalPart,
  returnPartToWallet,
  revealPayee,
} from '#server/domains/money/withdrawals/pay-by-hand.service.ts'
import {
  approveWithdrawal,
  getReviewedWithdrawal,
  listAllWithdrawals,
  rejectWithdrawal,
} from '#server/domains/money/withdrawals/review.service.ts'
import {
  cancelWithdrawal,
  getWithdrawal,
  listWithdrawals,
  quoteWithdrawal,
  requestWithdrawal,
} from '#server/domains/money/withdrawals/withdrawals.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function withdrawalRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'withdrawals', withdrawals, {
    quote: (ctx, { query }) => quoteWithdrawal(ctx, query.type === '1' ? 1 : 2),
    list: (ctx, { query }) => listWithdrawals(ctx, query),
    get: (ctx, { params }) => getWithdrawal(ctx, params.id),
    create: (ctx, { body }) => requestWithdrawal(ctx, body),
    cancel: (ctx, { params }) => cancelWithdrawal(ctx, params.id),
  })
  mountEndpoints(http, 'operator_withdrawals', operatorWithdrawals, {
    list: (ctx, { query }) => listAllWithdrawals(ctx, query),
    get: (ctx, { params }) => getReviewedWithdrawal(ctx, params.id),
    approve: (ctx, { params }) => approveWithdrawal(ctx, params.id),
    reject: (ctx, { params, body }) => rejectWithdrawal(ctx, params.id, body.reason),
    reveal: (ctx, { params }) => revealPayee(ctx, params.id),
    paid: (ctx, { params, body }) => recordPartPaidByHand(ctx, params.id, body),
    retry: (ctx, { params, body }) => retryWithdrawalPart(ctx, params.id, body.part_id),
    give_back: (ctx, { params, body }) => returnPartToWallet(ctx, params.id, body),
  })
}
