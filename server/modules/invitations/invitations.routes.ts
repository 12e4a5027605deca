import { invitation } from '#contract/invitation.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { getInvitation, listInvitees, listRewards } from '#server/modules/invitations/invitations.service.ts'

export const invitationRoutes = (http: Http) =>
  mount(http, 'invitation', invitation, {
    get: getInvitation,
    invitees: (ctx, { query }) => listInvitees(ctx, query),
    rewards: (ctx, { query }) => listRewards(ctx, query),
  })
