import type { Kysely } from 'kysely'
import { toMonthStart, toShanghaiMonth } from '#contract/day.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { formatFenAsYuan, formatMicroAsYuan, parseYuanToFen } from '#contract/money.ts'
import type { SubAccount, SubAccountState, subAccounts } from '#contract/sub-accounts.ts'
import type { DB } from '#server/db/types.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { listConsumptionOf } from '#server/domains/money/consumption/consumption.service.ts'
import { assertWithinProjectBudget } from '#server/domains/money/projects/project-budget.service.ts'
import { countProjectGpus } from '#server/domains/money/projects/project-gpus.service.ts'
import { allocateBudget, takeBackBudget } from '#server/domains/money/sub-accounts/budget-transfer.service.ts'
import { sendSubAccountInvitation } from '#server/domains/money/sub-accounts/invitations.service.ts'
import {
  keepProject,
  openSubAccount,
  type SubAccountTerms,
  toSubAccountColumns,
} from '#server/domains/money/sub-accounts/open-sub-account.service.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import type { Context } from '#server/http/context.ts'
import { hasPhone, maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Repo = ReturnType<typeof subAccountsRepo>
type SubAccountView = NonNullable<Awaited<ReturnType<Repo['find']>>>
type NewSubAccount = HandlerInput<typeof subAccounts.create>['body']

function computeState(
  { frozen_at: frozenAt, invited_until: invitedUntil }: Pick<SubAccountView, 'frozen_at' | 'invited_until'>,
  now: Date,
): SubAccountState {
  if (frozenAt) return 'frozen'
  if (!invitedUntil) return 'active'
  return invitedUntil > now ? 'invited' : 'expired'
}

async function present(db: Kysely<DB>, row: SubAccountView, now: Date): Promise<SubAccount> {
  const { cash_fen: cashFen, free_fen: freeFen } = await getFunds(db, row.user_id, now)
  return {
    id: row.user_id,
    name: row.name,
    phone: maskPhone(row.invited_phone ?? row.phone),
    state: computeState(row, now),
    has_password: row.has_password,
    remaining: formatFenAsYuan(freeFen),
    spent_month: formatFenAsYuan(row.spent_fen),
    unsettled: formatFenAsYuan(cashFen - freeFen),
    monthly: row.monthly_fen === null ? null : formatFenAsYuan(row.monthly_fen),
    project: row.project_id === null ? null : { id: row.project_id, name: row.project_name! },
    price_max: row.price_max_micro === null ? null : formatMicroAsYuan(row.price_max_micro),
    instances_max: row.instances_max,
    instances: row.instances,
    running: row.running,
    invited_until: row.invited_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** Loads one of the caller's sub-accounts as the list shows it. */
async function loadSubAccount(db: Kysely<DB>, { deps, caller }: Context, id: string): Promise<SubAccount> {
  const now = deps.clock.now()
  const row = await subAccountsRepo(db).find(caller.user_id, id, toMonthStart(toShanghaiMonth(now)))
  if (!row) throw new Refusal('not_found')
  return present(db, row, now)
}

export const getSubAccount = (ctx: Context, id: string) => loadSubAccount(ctx.deps.database.kysely, ctx, id)

export async function listSubAccounts({ deps, caller }: Context, query: Parameters<Repo['page']>[3]) {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { items, total } = await subAccountsRepo(db).page(caller.user_id, toMonthStart(toShanghaiMonth(now)), now, query)
  return { items: await Promise.all(items.map((row) => present(db, row, now))), total }
}

/** Lists what one of the caller's sub-accounts spent, one line for each day and instance. */
export async function listSubAccountConsumption(ctx: Context, id: string, query: Parameters<typeof listConsumptionOf>[2]) {
  await getSubAccount(ctx, id)
  return listConsumptionOf(ctx.deps.database.kysely, id, query)
}

/** Opens an account that waits for the phone's holder, notifies the holder and allocates its budget. */
export async function createSubAccount(ctx: Context, form: NewSubAccount): Promise<SubAccount> {
  const { caller, deps } = ctx
  const { phone, project_id: projectId, amount } = form
  // What the project refuses is refused before a message goes out.
  await keepProject(deps.database.kysely, caller.user_id, projectId)
  if (amount !== null) await assertWithinProjectBudget(deps.database.kysely, projectId, parseYuanToFen(amount), deps.clock.now())
  const invitedUntil = await sendSubAccountInvitation(ctx, phone, true)
  return ctx.transaction(async (tx) => {
    const holder = { invited_phone: phone, invited_until: invitedUntil }
    const id = await openSubAccount(tx, { ...form, master_id: caller.user_id, holder })
    ctx.audit({ target_id: id, after: { name: form.name, phone: maskPhone(phone), ...formatTerms(form) } })
    return loadSubAccount(tx.db, ctx, id)
  })
}

const getNoInvitationText = (phone: string) => (hasPhone(phone) ? '对方已接受邀请' : '这个子账号没有绑定手机，不用邀请')

/** Sends the invitation again and restarts its validity period. */
export async function resendSubAccountInvitation(ctx: Context, id: string): Promise<SubAccount> {
  const { kysely } = ctx.deps.database
  const row = await subAccountsRepo(kysely).find(ctx.caller.user_id, id, toMonthStart(toShanghaiMonth(ctx.deps.clock.now())))
  if (!row) throw new Refusal('not_found')
  if (row.invited_phone === null) throw new Refusal('sub_account_state', { message: getNoInvitationText(row.phone) })
  const invitedUntil = await sendSubAccountInvitation(ctx, row.invited_phone, false)
  return changeSubAccount(ctx, id, async (tx, { invited_phone: invitedPhone }) => {
    if (invitedPhone === null) throw new Refusal('sub_account_state', { message: '对方已接受邀请' })
    await subAccountsRepo(tx.db).update(id, { invited_until: invitedUntil })
    ctx.audit({ after: { invited_until: invitedUntil.toISOString() } })
  })
}

const formatTerms = ({
  price_max: priceMax,
  instances_max: instancesMax,
  monthly,
  project_id: projectId,
}: SubAccountTerms): Record<string, string> => ({
  price_max: priceMax ?? '',
  instances_max: instancesMax === null ? '' : String(instancesMax),
  monthly: monthly ?? '',
  ...(projectId !== undefined && { project: projectId ?? '' }),
})

/** Changes a locked sub-account and returns its new state. */
export const changeSubAccount = (
  ctx: Context,
  id: string,
  change: (tx: Tx, row: NonNullable<Awaited<ReturnType<Repo['lock']>>>) => Promise<unknown>,
): Promise<SubAccount> =>
  ctx.transaction(async (tx) => {
    const row = await subAccountsRepo(tx.db).lock(ctx.caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    await change(tx, row)
    return loadSubAccount(tx.db, ctx, id)
  })

/** Updates the terms. Limits apply to new orders; a monthly level set this month tops up from next month. */
export const updateSubAccount = (ctx: Context, id: string, terms: SubAccountTerms) =>
  changeSubAccount(ctx, id, async (tx, row) => {
    const repo = subAccountsRepo(tx.db)
    const begins = row.monthly_fen === null && terms.monthly !== null
    const { project_id: projectId } = terms
    if (projectId !== undefined) await keepProject(tx.db, ctx.caller.user_id, projectId)
    await repo.update(id, {
      ...toSubAccountColumns(terms),
      ...(projectId !== undefined && { project_id: projectId }),
      ...(begins && { topped_month: toShanghaiMonth(ctx.deps.clock.now()) }),
    })
    await repo.rename(id, terms.name)
    ctx.audit({ after: { name: terms.name, ...formatTerms(terms) } })
  })

export const allocateToSubAccount = (ctx: Context, id: string, amount: string) =>
  changeSubAccount(ctx, id, async (tx, row) => {
    await allocateBudget(tx, row, parseYuanToFen(amount))
    ctx.audit({ after: { allocate: amount } })
  })

export const takeBackFromSubAccount = (ctx: Context, id: string, amount: string) =>
  changeSubAccount(ctx, id, async (tx, row) => {
    await takeBackBudget(tx, row, parseYuanToFen(amount))
    ctx.audit({ after: { take_back: amount } })
  })

/** Returns the caller's master and limits; null for a master. */
export async function getOwnSubAccountTerms({ deps, caller }: Context) {
  const row = await subAccountsRepo(deps.database.kysely).own(caller.user_id)
  if (!row) return null
  return {
    master_name: row.nickname,
    master_phone: maskPhone(row.phone),
    price_max: row.price_max_micro === null ? null : formatMicroAsYuan(row.price_max_micro),
    instances_max: row.instances_max,
    monthly: row.monthly_fen === null ? null : formatFenAsYuan(row.monthly_fen),
    project:
      row.project_id === null
        ? null
        : { name: row.project_name!, gpus_max: row.gpus_max, gpus: await countProjectGpus(deps.database.kysely, row.project_id) },
  }
}
