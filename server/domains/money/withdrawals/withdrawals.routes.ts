import { operator_withdrawals } from '#contract/operator/withdrawals.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { giveBack, notePaid, retryPart, revealPayee } from '#server/domains/money/withdrawals/pay-by-hand.service.ts'
import {
  approveWithdrawal,
  getReviewed,
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
import { type Http, mount } from '#server/http/mount.ts'

export function withdrawalRoutes(http: Http): void {
  mount(http, 'withdrawals', withdrawals, {
    quote: (ctx, { query }) => quoteWithdrawal(ctx, query.type === '1' ? 1 : 2),
    list: (ctx, { query }) => listWithdrawals(ctx, query),
    get: (ctx, { params }) => getWithdrawal(ctx, params.id),
    create: (ctx, { body }) => requestWithdrawal(ctx, body),
    cancel: (ctx, { params }) => cancelWithdrawal(ctx, params.id),
  })
  mount(http, 'operator_withdrawals', operator_withdrawals, {
    list: (ctx, { query }) => listAllWithdrawals(ctx, query),
    get: (ctx, { params }) => getReviewed(ctx, params.id),
    approve: (ctx, { params }) => approveWithdrawal(ctx, params.id),
    reject: (ctx, { params, body }) => rejectWithdrawal(ctx, params.id, body.reason),
    reveal: (ctx, { params }) => revealPayee(ctx, params.id),
    paid: (ctx, { params, body }) => notePaid(ctx, params.id, body),
    retry: (ctx, { params, body }) => retryPart(ctx, params.id, body.part_id),
    give_back: (ctx, { params, body }) => giveBack(ctx, params.id, body),
  })
}
