import { invitation } from '#contract/invitation.ts'
import {
  getInvitation,
  listInvitees,
  listRewardMonths,
  listRewards,
} from '#server/domains/accounts/invitations/invitations.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const invitationRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'invitation', invitation, {
    get: getInvitation,
    invitees: (ctx, { query }) => listInvitees(ctx, query),
    months: (ctx) => listRewardMonths(ctx),
    rewards: (ctx, { query }) => listRewards(ctx, query),
  })
