import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { fenOfYuan, yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { SubAccount, sub_accounts } from '#contract/sub-accounts.ts'
import type { DB } from '#server/db/types.ts'
import type { AfterCommit, Context } from '#server/http/context.ts'
import { hashPassword, refuseWeakPassword } from '#server/modules/auth/passwords.service.ts'
import { atMost } from '#server/modules/auth/rate-limits.policy.ts'
import { takeSlots } from '#server/modules/auth/rate-limits.service.ts'
import { fundsOf } from '#server/modules/billing/funds.service.ts'
import { allocate, takeBack } from '#server/modules/sub-accounts/budget.service.ts'
import { monthBegan, monthOf } from '#server/modules/sub-accounts/month.policy.ts'
import { columnsOf, openSub, type Terms } from '#server/modules/sub-accounts/open.service.ts'
import { subAccountsRepo } from '#server/modules/sub-accounts/sub-accounts.repo.ts'
import { maskPhone } from '#server/modules/users/masks.policy.ts'
import { Refusal } from '#server/refusal.ts'

type Repo = ReturnType<typeof subAccountsRepo>
type View = NonNullable<Awaited<ReturnType<Repo['find']>>>
type NewSub = Received<typeof sub_accounts.create>['body']

async function present(db: Kysely<DB>, row: View, now: Date): Promise<SubAccount> {
  const { free_fen } = await fundsOf(db, row.user_id, now)
  return {
    id: row.user_id,
    name: row.name,
    phone: maskPhone(row.phone),
    state: row.frozen_at ? 'frozen' : 'active',
    has_password: row.has_password,
    remaining: yuanOfFen(free_fen),
    spent_month: yuanOfFen(row.spent_fen),
    monthly: row.monthly_fen === null ? null : yuanOfFen(row.monthly_fen),
    price_max: row.price_max_micro === null ? null : yuanOfMicro(row.price_max_micro),
    instances_max: row.instances_max,
    instances: row.instances,
    running: row.running,
    created_at: row.created_at.toISOString(),
  }
}

/** One of the caller's sub-accounts as the list shows it. */
export async function showSub(db: Kysely<DB>, { deps, caller }: Context, id: string): Promise<SubAccount> {
  const now = deps.clock.now()
  const row = await subAccountsRepo(db).find(caller.user_id, id, monthBegan(now))
  if (!row) throw new Refusal('not_found')
  return present(db, row, now)
}

export const getSub = (ctx: Context, id: string) => showSub(ctx.deps.database.kysely, ctx, id)

export async function listSubs({ deps, caller }: Context, query: Parameters<Repo['page']>[2]) {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { items, total } = await subAccountsRepo(db).page(caller.user_id, monthBegan(now), query)
  return { items: await Promise.all(items.map((row) => present(db, row, now))), total }
}

/** Opens an account of the master's, with wallets of its own, and sets money aside for it. */
export async function createSub(ctx: Context, form: NewSub): Promise<SubAccount> {
  const { deps, caller } = ctx
  const { phone, password } = form
  if (password) refuseWeakPassword(password, phone)
  // Whether a phone has an account is told by this, so it is limited as such questions are (product §2).
  await takeSlots(deps, [
    { key: `sub-account:${caller.user_id}`, policy: atMost(limits.sub_accounts_per_hour, 3600), refusal: 'too_many_requests' },
  ])
  // Without one, nobody knows the password, and a code by text message signs in.
  const password_hash = await hashPassword(password || randomUUID())
  return ctx.transaction(async (trx, afterCommit) => {
    const has_password = Boolean(password)
    const id = await openSub(trx, afterCommit, deps, { ...form, master_id: caller.user_id, password_hash, has_password })
    ctx.audit({ target_id: id, after: { name: form.name, phone: maskPhone(phone), ...termsText(form) } })
    return showSub(trx, ctx, id)
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
  change: (
    trx: Transaction<DB>,
    afterCommit: AfterCommit,
    row: NonNullable<Awaited<ReturnType<Repo['lock']>>>,
  ) => Promise<unknown>,
): Promise<SubAccount> =>
  ctx.transaction(async (trx, afterCommit) => {
    const row = await subAccountsRepo(trx).lock(ctx.caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    await change(trx, afterCommit, row)
    return showSub(trx, ctx, id)
  })

/** Limits hold for what is ordered from now on; a level that is set this month tops up from the next. */
export const updateSub = (ctx: Context, id: string, terms: Terms) =>
  changeSub(ctx, id, async (trx, _, row) => {
    const repo = subAccountsRepo(trx)
    const begins = row.monthly_fen === null && terms.monthly !== null
    await repo.update(id, { ...columnsOf(terms), ...(begins && { topped_month: monthOf(ctx.deps.clock.now()) }) })
    await repo.rename(id, terms.name)
    ctx.audit({ after: { name: terms.name, ...termsText(terms) } })
  })

export const allocateToSub = (ctx: Context, id: string, amount: string) =>
  changeSub(ctx, id, async (trx, afterCommit, row) => {
    await allocate(trx, afterCommit, ctx.deps, row, fenOfYuan(amount))
    ctx.audit({ after: { allocate: amount } })
  })

export const takeBackFromSub = (ctx: Context, id: string, amount: string) =>
  changeSub(ctx, id, async (trx, afterCommit, row) => {
    await takeBack(trx, afterCommit, ctx.deps, row, fenOfYuan(amount))
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
