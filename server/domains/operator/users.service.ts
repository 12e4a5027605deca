import type { Role } from '#contract/access.ts'
import { role_names } from '#contract/access.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import { isOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { freezeAccount, lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { latestCertification } from '#server/domains/accounts/users/certification.service.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { isPendingFor, requestChange } from '#server/domains/operator/changes.service.ts'
import { peopleRepo } from '#server/domains/operator/people.repo.ts'
import { stopAllOf } from '#server/domains/rentals/instances/forced-stops.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { cashTotals, consumedFen } from '#server/ledger/ledger.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof peopleRepo>['user']>>>

/** A phone is shown in full to whoever knew it already: it was searched for, digit by digit (product §10). */
const present = (row: Row, searched?: string) => ({
  id: row.id,
  uuid: row.uuid,
  nickname: row.nickname,
  phone: row.phone === searched ? row.phone : maskPhone(row.phone),
  account_type: row.account_type as 'main' | 'sub',
  role: row.role as Role,
  verified: row.verified,
  frozen_at: row.frozen_at?.toISOString() ?? null,
  frozen_reason: row.frozen_reason,
  balance: yuanOfFen(row.balance_fen),
  instances: row.instances,
  running: row.running,
  created_at: row.created_at.toISOString(),
})

export async function listUsers({ deps }: Context, query: Parameters<ReturnType<typeof peopleRepo>['users']>[0]) {
  const { items, total } = await peopleRepo(deps.database.kysely).users(query)
  return { items: items.map((row) => present(row, query.keyword)), total }
}

async function show(db: Parameters<typeof peopleRepo>[0], id: string, now: Date, change_pending: boolean) {
  const row = await peopleRepo(db).user(id)
  if (!row) throw new Refusal('not_found')
  const totals = await cashTotals(db, id)
  const { billed_micro } = await fundsOf(db, id, now)
  const { n, last_seen_at } = await peopleRepo(db).sessions(id)
  return {
    ...present(row),
    recharged: yuanOfFen(totals.recharge ?? 0n),
    consumed: yuanOfFen(consumedFen(totals)),
    burn_hour: yuanOfMicro(billed_micro),
    certification: await latestCertification(db, id),
    sessions: Number(n),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    change_pending,
  }
}

export const getUser = async (ctx: Context, id: string) =>
  show(ctx.deps.database.kysely, id, ctx.deps.clock.now(), await isPendingFor(ctx, id))

export const freezeUser = (ctx: Context, sessions: Sessions, id: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const account = await lockAccount(tx.db, id)
    await freezeAccount(tx, sessions, account, { reason, stopInstances: stopAllOf })
    ctx.audit({ before: { frozen: 'false' }, after: { frozen: 'true', reason } })
    return show(tx.db, id, ctx.deps.clock.now(), false)
  })

export const requestUnfreeze = (ctx: Context, id: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const { nickname } = await lockAccount(tx.db, id)
    const after = { frozen_at: '', frozen_reason: '' }
    return requestChange(tx, ctx, {
      kind: 'unfreeze',
      target_id: id,
      title: () => `解冻用户 ${nickname}`,
      after,
      reason,
    })
  })

export const requestRole = (ctx: Context, id: string, role: Role, reason: string) =>
  ctx.transaction(async (tx) => {
    const { nickname } = await lockAccount(tx.db, id)
    if (await isOwnAccount(tx.db, ctx.caller.user_id, id))
      throw new Refusal('own_change', { message: '不能变更自己账号的角色，请由另一位管理员提出' })
    return requestChange(tx, ctx, {
      kind: 'role',
      target_id: id,
      title: (before) => `${nickname}：${role_names[before.role as Role]} → ${role_names[role]}`,
      after: { role },
      reason,
    })
  })
