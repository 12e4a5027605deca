import { leads } from '#contract/leads.ts'
import { operatorLeads } from '#contract/operator/leads.ts'
import { createLead } from '#server/domains/accounts/leads/leads.service.ts'
import {
  assignLead,
  getLead,
  listAssignees,
  listLeads,
  recordLeadFollowUp,
} from '#server/domains/accounts/leads/operator-leads.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function leadRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'leads', leads, {
    create: async (ctx, { body }) => {
      await createLead(ctx, body)
      return null
    },
  })
  mountEndpoints(http, 'operator_leads', operatorLeads, {
    list: (ctx, { query }) => listLeads(ctx, query),
    get: (ctx, { params }) => getLead(ctx, params.id),
    assignees: (ctx) => listAssignees(ctx),
    take: (ctx, { params }) => assignLead(ctx, params.id, ctx.caller.user_id),
    assign: (ctx, { params, body }) => assignLead(ctx, params.id, body.assignee_id),
    follow: (ctx, { params, body }) => recordLeadFollowUp(ctx, params.id, body),
  })
}
