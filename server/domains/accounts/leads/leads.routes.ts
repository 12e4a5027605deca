import { leads } from '#contract/leads.ts'
import { operator_leads } from '#contract/operator/leads.ts'
import { createLead } from '#server/domains/accounts/leads/leads.service.ts'
import {
  assignLead,
  followLead,
  getLead,
  listAssignees,
  listLeads,
} from '#server/domains/accounts/leads/operator-leads.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function leadRoutes(http: Http): void {
  mount(http, 'leads', leads, {
    create: async (ctx, { body }) => {
      await createLead(ctx, body)
      return null
    },
  })
  mount(http, 'operator_leads', operator_leads, {
    list: (ctx, { query }) => listLeads(ctx, query),
    get: (ctx, { params }) => getLead(ctx, params.id),
    assignees: (ctx) => listAssignees(ctx),
    take: (ctx, { params }) => assignLead(ctx, params.id, ctx.caller.user_id),
    assign: (ctx, { params, body }) => assignLead(ctx, params.id, body.assignee_id),
    follow: (ctx, { params, body }) => followLead(ctx, params.id, body),
  })
}
