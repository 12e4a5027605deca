import type { Kysely } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import { fenOfYuan, yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { SubAccount, SubAccountState, sub_accounts } from '#contract/sub-accounts.ts'
import type { DB } from '#server/db/types.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { allocate, takeBack } from '#server/domains/money/sub-accounts/budget.service.ts'
import { invite } from '#server/domains/money/sub-accounts/invitations.service.ts'
import { monthBegan, monthOf } from '#server/domains/money/sub-accounts/month.policy.ts'
import { columnsOf, openSub, type Terms } from '#server/domains/money/sub-accounts/open-sub-account.service.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Repo = ReturnType<typeof subAccountsRepo>
type View = NonNullable<Awaited<ReturnType<Repo['find']>>>
type NewSub = Received<typeof sub_accounts.create>['body']

function stateOf({ frozen_at, invited_until }: Pick<View, 'frozen_at' | 'invited_until'>, now: Date): SubAccountState {
  if (frozen_at) return 'frozen'
  if (!invited_until) return 'active'
  return invited_until > now ? 'invited' : 'expired'
}

async function present(db: Kysely<DB>, row: View, now: Date): Promise<SubAccount> {
  const { free_fen } = await fundsOf(db, row.user_id, now)
  return {
    id: row.user_id,
    name: row.name,
    phone: maskPhone(row.invited_phone ?? row.phone),
    state: stateOf(row, now),
    has_password: row.has_password,
    remaining: yuanOfFen(free_fen),
    spent_month: yuanOfFen(row.spent_fen),
    monthly: row.monthly_fen === null ? null : yuanOfFen(row.monthly_fen),
    price_max: row.price_max_micro === null ? null : yuanOfMicro(row.price_max_micro),
    instances_max: row.instances_max,
    instances: row.instances,
    running: row.running,
    invited_until: row.invited_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** One of the caller's sub-accounts as the list shows it. */
async function showSub(db: Kysely<DB>, { deps, caller }: Context, id: string): Promise<SubAccount> {
  const now = deps.clock.now()
  const row = await subAccountsRepo(db).find(caller.user_id, id, monthBegan(now))
  if (!row) throw new Refusal('not_found')
  return present(db, row, now)
}

export const getSub = (ctx: Context, id: string) => showSub(ctx.deps.database.kysely, ctx, id)

export async function listSubs({ deps, caller }: Context, query: Parameters<Repo['page']>[3]) {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { items, total } = await subAccountsRepo(db).page(caller.user_id, monthBegan(now), now, query)
  return { items: await Promise.all(items.map((row) => present(db, row, now))), total }
}

/** Opens an account that waits for the holder of a phone, tells that holder, and sets money aside for it. */
export async function createSub(ctx: Context, form: NewSub): Promise<SubAccount> {
  const { caller } = ctx
  const { phone } = form
  const invited_until = await invite(ctx, phone, true)
  return ctx.transaction(async (tx) => {
    const holder = { invited_phone: phone, invited_until }
    const id = await openSub(tx, { ...form, master_id: caller.user_id, holder })
    ctx.audit({ target_id: id, after: { name: form.name, phone: maskPhone(phone), ...termsText(form) } })
    return showSub(tx.db, ctx, id)
  })
}

/** Sends the message again, and lets the days of the invitation begin anew. */
export async function inviteAgain(ctx: Context, id: string): Promise<SubAccount> {
  const { kysely } = ctx.deps.database
  const row = await subAccountsRepo(kysely).find(ctx.caller.user_id, id, monthBegan(ctx.deps.clock.now()))
  if (!row) throw new Refusal('not_found')
  if (row.invited_phone === null) throw new Refusal('sub_account_state', { message: '对方已接受邀请' })
  const invited_until = await invite(ctx, row.invited_phone, false)
  return changeSub(ctx, id, async (tx, { invited_phone }) => {
    if (invited_phone === null) throw new Refusal('sub_account_state', { message: '对方已接受邀请' })
    await subAccountsRepo(tx.db).update(id, { invited_until })
    ctx.audit({ after: { invited_until: invited_until.toISOString() } })
  })
}

const termsText = ({ price_max, instances_max, monthly }: Terms): Record<string, string> => ({
  price_max: price_max ?? '',
  instances_max: instances_max === null ? '' : String(instances_max),
  monthly: monthly ?? '',
})

/** Changes a locked sub-account and answers it as it is then. */
export const changeSub = (
  ctx: Context,
  id: string,
  change: (tx: Tx, row: NonNullable<Awaited<ReturnType<Repo['lock']>>>) => Promise<unknown>,
): Promise<SubAccount> =>
  ctx.transaction(async (tx) => {
    const row = await subAccountsRepo(tx.db).lock(ctx.caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    await change(tx, row)
    return showSub(tx.db, ctx, id)
  })

/** Limits hold for what is ordered from now on; a level that is set this month tops up from the next. */
export const updateSub = (ctx: Context, id: string, terms: Terms) =>
  changeSub(ctx, id, async (tx, row) => {
    const repo = subAccountsRepo(tx.db)
    const begins = row.monthly_fen === null && terms.monthly !== null
    await repo.update(id, { ...columnsOf(terms), ...(begins && { topped_month: monthOf(ctx.deps.clock.now()) }) })
    await repo.rename(id, terms.name)
    ctx.audit({ after: { name: terms.name, ...termsText(terms) } })
  })

export const allocateToSub = (ctx: Context, id: string, amount: string) =>
  changeSub(ctx, id, async (tx, row) => {
    await allocate(tx, row, fenOfYuan(amount))
    ctx.audit({ after: { allocate: amount } })
  })

export const takeBackFromSub = (ctx: Context, id: string, amount: string) =>
  changeSub(ctx, id, async (tx, row) => {
    await takeBack(tx, row, fenOfYuan(amount))
    ctx.audit({ after: { take_back: amount } })
  })

/** Whose sub-account the caller is, and what it may; null for a master. */
export async function getOwnTerms({ deps, caller }: Context) {
  const row = await subAccountsRepo(deps.database.kysely).own(caller.user_id)
  if (!row) return null
  return {
    master_name: row.nickname,
    master_phone: maskPhone(row.phone),
    price_max: row.price_max_micro === null ? null : yuanOfMicro(row.price_max_micro),
    instances_max: row.instances_max,
    monthly: row.monthly_fen === null ? null : yuanOfFen(row.monthly_fen),
  }
}
