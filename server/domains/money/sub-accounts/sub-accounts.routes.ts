import { subAccounts } from '#contract/sub-accounts.ts'
import type { StopInstances } from '#server/domains/accounts/users/accounts.service.ts'
import { acceptSubAccountInvitation, listSubAccountInvitations } from '#server/domains/money/sub-accounts/invitations.service.ts'
import { deleteSubAccount, freezeSubAccount, unfreezeSubAccount } from '#server/domains/money/sub-accounts/state.service.ts'
import {
  allocateToSubAccount,
  createSubAccount,
  getOwnSubAccountTerms,
  getSubAccount,
  listSubAccountConsumption,
  listSubAccounts,
  resendSubAccountInvitation,
  takeBackFromSubAccount,
  updateSubAccount,
} from '#server/domains/money/sub-accounts/sub-accounts.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

/** `stopInstances` stops the instances of a sub-account when it is frozen. */
export const subAccountRoutes = (http: HttpDeps, stopInstances: StopInstances) =>
  mountEndpoints(http, 'sub_accounts', subAccounts, {
    list: (ctx, { query }) => listSubAccounts(ctx, query),
    get: (ctx, { params }) => getSubAccount(ctx, params.id),
    consumption: (ctx, { params, query }) => listSubAccountConsumption(ctx, params.id, query),
    create: (ctx, { body }) => createSubAccount(ctx, body),
    update: (ctx, { params, body }) => updateSubAccount(ctx, params.id, body),
    allocate: (ctx, { params, body }) => allocateToSubAccount(ctx, params.id, body.amount),
    take_back: (ctx, { params, body }) => takeBackFromSubAccount(ctx, params.id, body.amount),
    invite: (ctx, { params }) => resendSubAccountInvitation(ctx, params.id),
    freeze: (ctx, { params }) => freezeSubAccount(ctx, http.sessions, params.id, stopInstances),
    unfreeze: (ctx, { params }) => unfreezeSubAccount(ctx, params.id),
    remove: (ctx, { params }) => deleteSubAccount(ctx, http.sessions, params.id),
    invitations: (ctx, { body }) => listSubAccountInvitations(ctx, body),
    accept: (ctx, { body }) => acceptSubAccountInvitation(ctx, http.sessions, body),
    own: getOwnSubAccountTerms,
  })
