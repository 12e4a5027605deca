import { type Role, roleNames } from '#contract/access.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import { isOperatorOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { freezeAccount, lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { findLatestCertification } from '#server/domains/accounts/users/certification.service.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { hasPendingChange, requestChange } from '#server/domains/operator/changes.service.ts'
import { peopleRepo } from '#server/domains/operator/people.repo.ts'
import { stopInstancesOfFrozenUser } from '#server/domains/rentals/instances/forced-stops.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { computeConsumedFen, getCashTotals } from '#server/ledger/ledger.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof peopleRepo>['user']>>>

/** Shows the full phone to an operator who searched for exactly that number (product §10). */
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
  balance: formatFenAsYuan(row.balance_fen),
  instances: row.instances,
  running: row.running,
  created_at: row.created_at.toISOString(),
})

export async function listOperatorUsers({ deps }: Context, query: Parameters<ReturnType<typeof peopleRepo>['users']>[0]) {
  const { items, total } = await peopleRepo(deps.database.kysely).users(query)
  return { items: items.map((row) => present(row, query.keyword)), total }
}

async function loadUser(db: Parameters<typeof peopleRepo>[0], id: string, now: Date, changePending: boolean) {
  const row = await peopleRepo(db).user(id)
  if (!row) throw new Refusal('not_found')
  const totals = await getCashTotals(db, id)
  const { billed_micro: billedMicro } = await getFunds(db, id, now)
  const { n, last_seen_at: lastSeenAt } = await peopleRepo(db).sessions(id)
  return {
    ...present(row),
    recharged: formatFenAsYuan(totals.recharge ?? 0n),
    consumed: formatFenAsYuan(computeConsumedFen(totals)),
    burn_hour: formatMicroAsYuan(billedMicro),
    certification: await findLatestCertification(db, id),
    sessions: Number(n),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    change_pending: changePending,
  }
}

export const getOperatorUser = async (ctx: Context, id: string) =>
  loadUser(ctx.deps.database.kysely, id, ctx.deps.clock.now(), await hasPendingChange(ctx, id))

export const freezeUser = (ctx: Context, sessions: SessionTokens, id: string, reason: string) =>
  ctx.transaction(async (tx) => {
    const account = await lockAccount(tx.db, id)
    await freezeAccount(tx, sessions, account, { reason, stopInstances: stopInstancesOfFrozenUser })
    ctx.audit({ before: { frozen: 'false' }, after: { frozen: 'true', reason } })
    return loadUser(tx.db, id, ctx.deps.clock.now(), false)
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

export const requestRoleChange = (ctx: Context, id: string, role: Role, reason: string) =>
  ctx.transaction(async (tx) => {
    const { nickname } = await lockAccount(tx.db, id)
    if (await isOperatorOwnAccount(tx.db, ctx.caller.user_id, id))
      throw new Refusal('own_change', { message: '不能变更自己账号的角色，请由另一位管理员提出' })
    return requestChange(tx, ctx, {
      kind: 'role',
      target_id: id,
      title: (before) => `${nickname}：${roleNames[before.role as Role]} → ${roleNames[role]}`,
      after: { role },
      reason,
    })
  })
