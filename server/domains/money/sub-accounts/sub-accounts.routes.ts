import { sub_accounts } from '#contract/sub-accounts.ts'
import type { StopInstances } from '#server/domains/accounts/users/accounts.service.ts'
import { acceptInvitation, listInvitations } from '#server/domains/money/sub-accounts/invitations.service.ts'
import { freezeSub, removeSub, unfreezeSub } from '#server/domains/money/sub-accounts/state.service.ts'
import {
  allocateToSub,
  createSub,
  getOwnTerms,
  getSub,
  inviteAgain,
  listSubs,
  takeBackFromSub,
  updateSub,
} from '#server/domains/money/sub-accounts/sub-accounts.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

/** `stopInstances` is what freezing a sub-account does to what it runs. */
export const subAccountRoutes = (http: Http, stopInstances: StopInstances) =>
  mount(http, 'sub_accounts', sub_accounts, {
    list: (ctx, { query }) => listSubs(ctx, query),
    get: (ctx, { params }) => getSub(ctx, params.id),
    create: (ctx, { body }) => createSub(ctx, body),
    update: (ctx, { params, body }) => updateSub(ctx, params.id, body),
    allocate: (ctx, { params, body }) => allocateToSub(ctx, params.id, body.amount),
    take_back: (ctx, { params, body }) => takeBackFromSub(ctx, params.id, body.amount),
    invite: (ctx, { params }) => inviteAgain(ctx, params.id),
    freeze: (ctx, { params }) => freezeSub(ctx, http.sessions, params.id, stopInstances),
    unfreeze: (ctx, { params }) => unfreezeSub(ctx, params.id),
    remove: (ctx, { params }) => removeSub(ctx, http.sessions, params.id),
    invitations: (ctx, { body }) => listInvitations(ctx, body),
    accept: (ctx, { body }) => acceptInvitation(ctx, http.sessions, body),
    own: getOwnTerms,
  })
