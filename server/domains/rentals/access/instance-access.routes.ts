import { instanceAccess } from '#contract/instance-access.ts'
import {
  getInstanceAccess,
  issuePortTicket,
  resetInstancePassword,
  revealInstancePassword,
} from '#server/domains/rentals/access/instance-access.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const instanceAccessRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'instance_access', instanceAccess, {
    get: (ctx, { params }) => getInstanceAccess(ctx, params.id),
    reveal_password: (ctx, { params }) => revealInstancePassword(ctx, params.id),
    reset_password: (ctx, { params }) => resetInstancePassword(ctx, params.id),
    port_ticket: (ctx, { params, body }) => issuePortTicket(ctx, params.id, body.port),
  })
