import { dayMs } from '#contract/day.ts'
import { groupThousands } from '#contract/group-thousands.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { type OverviewTodo, overviewTodoKinds, overviewTodosMax } from '#contract/overview-todos.ts'
import { findRealNameGap } from '#server/domains/accounts/users/users.service.ts'
import { findClaimableVoucher } from '#server/domains/money/coupons/claim-coupon.service.ts'
import { findDebt } from '#server/domains/money/debts/debts.service.ts'
import { listComingReleases } from '#server/domains/rentals/auto-stop/stop-forecast.service.ts'
import { todosRepo } from '#server/domains/rentals/overview/todos.repo.ts'
import type { Context } from '#server/http/context.ts'

const hourMs = 3_600_000
/** A balance that may not last the night. */
const lowBalanceHours = 24
/** An older refusal has been seen. */
const refusedShownDays = 14

const buildTodo = (kind: OverviewTodo['kind'], fields: Partial<OverviewTodo> = {}): OverviewTodo => ({
  kind,
  id: null,
  name: null,
  at: null,
  amount: null,
  reason: null,
  ...fields,
})

/** A package that ends and data that is deleted are ordered by their dates. */
const getUrgency = ({ kind }: OverviewTodo): number => overviewTodoKinds.indexOf(kind === 'release' ? 'expiry' : kind)

/** Puts the most urgent kind first; within a kind, what happens soonest. */
const sortTodos = (todos: readonly OverviewTodo[]): OverviewTodo[] =>
  todos.toSorted((a, b) => getUrgency(a) - getUrgency(b) || (a.at ?? '').localeCompare(b.at ?? ''))

const isSecondHalf = (start: Date, end: Date, now: Date): boolean =>
  end.getTime() - now.getTime() <= now.getTime() - start.getTime()

async function listInstanceTodos(ctx: Context, now: Date): Promise<OverviewTodo[]> {
  const repo = todosRepo(ctx.deps.database.kysely, ctx.caller.user_id)
  const abnormal = await repo.abnormal()
  const ending = await repo.ending(now, new Date(now.getTime() + Math.max(...limits.expiryNoticeHours) * hourMs))
  const releases = await listComingReleases(ctx)
  const failed = new Set(abnormal.map(({ id }) => id))
  return [
    ...abnormal.map(({ id, name, reason }) =>
      buildTodo('abnormal', { id, name, reason, at: releases.find((release) => release.id === id)?.release_at ?? null }),
    ),
    ...ending
      // earlier than the notices, but not at once: whoever has just paid for a day knows that it ends tomorrow
      .filter(({ bought_at: boughtAt, expire_at: expireAt }) => !boughtAt || isSecondHalf(boughtAt, expireAt, now))
      .map(({ id, name, failure, expire_at: expireAt }) =>
        buildTodo('expiry', { id, name, reason: failure, at: expireAt.toISOString() }),
      ),
    ...releases
      .filter(({ id }) => !failed.has(id))
      .map(({ id, nick_name: name, release_at: releaseAt }) => buildTodo('release', { id, name, at: releaseAt })),
  ]
}

async function listAccountTodos(ctx: Context): Promise<OverviewTodo[]> {
  if (ctx.caller.account_type === 'sub') return [] // its master's
  const gap = await findRealNameGap(ctx.deps.database.kysely, ctx.caller.user_id)
  const voucher = await findClaimableVoucher(ctx)
  const offer = voucher && { id: voucher.id, name: voucher.name, amount: formatFenAsYuan(voucher.face_fen) }
  if (gap === 'real_name_required') return [buildTodo('real_name', { amount: offer?.amount ?? null })]
  return offer && gap === null ? [buildTodo('voucher', offer)] : []
}

const formatDebtAge = ({ days, late_fee: lateFee }: { days: number; late_fee: string }): string =>
  `已逾期 ${days} 天${lateFee === '0.00' ? '' : `，其中滞纳金 ¥${groupThousands(lateFee)}`}`

/** Lists what the caller must look after, most urgent first: money, instances, refused submissions, then the account. */
export async function listOverviewTodos(ctx: Context, hoursLeft: number | null): Promise<OverviewTodo[]> {
  const { deps, caller } = ctx
  const now = deps.clock.now()
  const debt = await findDebt(ctx)
  const refused = await todosRepo(deps.database.kysely, caller.user_id).refused(
    new Date(now.getTime() - refusedShownDays * dayMs),
  )
  const todos = [
    ...(debt ? [buildTodo('debt', { amount: debt.owed, at: debt.terminates_at, reason: formatDebtAge(debt) })] : []),
    ...(hoursLeft !== null && hoursLeft < lowBalanceHours ? [buildTodo('low_balance')] : []),
    ...(await listInstanceTodos(ctx, now)),
    ...refused.map(({ at, ...row }) => buildTodo(row.kind, { ...row, at: at.toISOString() })),
    ...(await listAccountTodos(ctx)),
  ]
  return sortTodos(todos).slice(0, overviewTodosMax)
}
