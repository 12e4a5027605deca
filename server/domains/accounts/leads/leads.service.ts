import type { z } from 'zod'
import { roles_of_access } from '#contract/access.ts'
import { lead_interests } from '#contract/appliance.ts'
import type { LeadForm } from '#contract/leads.ts'
import { limits } from '#contract/limits.ts'
import { leadsRepo } from '#server/domains/accounts/leads/leads.repo.ts'
import { operatorsWith } from '#server/domains/accounts/users/accounts.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { atMost } from '#server/http/rate-limits.policy.ts'
import { takeSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { networkOf } from '#server/lib/network.ts'

const day_seconds = 86_400
/** Within it a second lead tells nobody anew: who opens the list sees both. */
const burst_ms = 600_000
const too_many = '今天提交的次数已达上限，我们会先联系你，请明天再试'

export const leadsPage = (id: string) => `/operator/leads/${id}`

/** Takes in what anybody may send, visitors included, and tells those who answer it. */
export async function createLead(ctx: Context, form: z.output<typeof LeadForm>): Promise<void> {
  const { deps, request, visitor } = ctx
  const refused = { refusal: 'too_many_requests', message: too_many } as const
  await takeSlots(deps, [
    { key: `lead:${form.phone}`, policy: atMost(limits.leads_per_phone_day, day_seconds), ...refused },
    { key: `lead:${networkOf(request.ip)}`, policy: atMost(limits.leads_per_network_day, day_seconds), ...refused },
  ])
  const now = deps.clock.now()
  const id = newId('lead')
  await ctx.transaction(async (tx) => {
    const repo = leadsRepo(tx.db)
    const told = await repo.cameSince(new Date(now.getTime() - burst_ms))
    await repo.insert({ ...form, id, user_id: visitor ? null : ctx.caller.user_id, state: 'new', created_at: now })
    if (told) return
    for (const user_id of await operatorsWith(tx.db, roles_of_access.operator_support)) {
      await notify(tx, {
        user_id,
        class: 'system',
        title: '有新的售前咨询',
        content: `${form.name}${form.company && `（${form.company}）`}想了解「${lead_interests[form.interest]}」，请在 ${limits.contact_reply_working_days} 个工作日内回复。`,
        link: leadsPage(id),
      })
    }
  })
}
