import type { z } from 'zod'
import { accessRoles } from '#contract/access.ts'
import { leadInterests } from '#contract/appliance.ts'
import type { LeadForm } from '#contract/leads.ts'
import { limits } from '#contract/limits.ts'
import { leadsRepo } from '#server/domains/accounts/leads/leads.repo.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'

const daySeconds = 86_400
/** Within this time, a second lead sends no new notification: the list shows both. */
const burstMs = 600_000
const dailyLimitMessage = '今天提交的次数已达上限，我们会先联系你，请明天再试'

export const toLeadPath = (id: string) => `/operator/leads/${id}`

/** Stores a lead from anybody, visitors included, and notifies the operators who answer leads. */
export async function createLead(ctx: Context, form: z.output<typeof LeadForm>): Promise<void> {
  const { deps, request, visitor } = ctx
  const refused = { refusal: 'too_many_requests', message: dailyLimitMessage } as const
  await claimRateSlots(deps, [
    { key: `lead:${form.phone}`, policy: createWindowPolicy(limits.leadsPerPhoneDay, daySeconds), ...refused },
    {
      key: `lead:${toSubscriberNetwork(request.ip)}`,
      policy: createWindowPolicy(limits.leadsPerNetworkDay, daySeconds),
      ...refused,
    },
  ])
  const now = deps.clock.now()
  const id = newId('lead')
  await ctx.transaction(async (tx) => {
    const repo = leadsRepo(tx.db)
    const told = await repo.cameSince(new Date(now.getTime() - burstMs))
    await repo.insert({ ...form, id, user_id: visitor ? null : ctx.caller.user_id, state: 'new', created_at: now })
    if (told) return
    for (const userId of await listOperatorsWithRoles(tx.db, accessRoles.operator_support)) {
      await notifyUser(tx, {
        user_id: userId,
        class: 'system',
        title: '有新的售前咨询',
        content: `${form.name}${form.company && `（${form.company}）`}想了解「${leadInterests[form.interest]}」，请在 ${limits.contactReplyWorkingDays} 个工作日内回复。`,
        link: toLeadPath(id),
      })
    }
  })
}
