import { instance_access } from '#contract/instance-access.ts'
import {
  accessOf,
  issuePortTicket,
  resetPassword,
  revealPassword,
} from '#server/domains/rentals/access/instance-access.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const instanceAccessRoutes = (http: Http) =>
  mount(http, 'instance_access', instance_access, {
    get: (ctx, { params }) => accessOf(ctx, params.id),
    reveal_password: (ctx, { params }) => revealPassword(ctx, params.id),
    reset_password: (ctx, { params }) => resetPassword(ctx, params.id),
    port_ticket: (ctx, { params, body }) => issuePortTicket(ctx, params.id, body.port),
  })
