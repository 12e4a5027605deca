import { revokeAllSessions } from '#server/domains/accounts/auth/session.service.ts'
import {
  freezeAccount,
  lockAccount,
  type StopInstances,
  unfreezeAccount,
} from '#server/domains/accounts/users/accounts.service.ts'
import { lockPairPurses, returnToMaster } from '#server/domains/money/sub-accounts/budget-transfer.service.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { changeSubAccount } from '#server/domains/money/sub-accounts/sub-accounts.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { getCashBalance, getWalletBalances } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Freezes a sub-account: blocks sign-in and stops its instances; data and money stay. */
export const freezeSubAccount = (ctx: Context, sessions: SessionTokens, id: string, stopInstances: StopInstances) =>
  changeSubAccount(ctx, id, async (tx) => {
    const account = await lockAccount(tx.db, id)
    if (account.frozen_at) throw new Refusal('sub_account_state', { message: '子账号已被冻结' })
    await freezeAccount(tx, sessions, account, { reason: '主账号冻结', stopInstances })
    await subAccountsRepo(tx.db).update(id, { frozen_by_master: true })
    ctx.audit({ before: { frozen: 'false' }, after: { frozen: 'true' } })
  })

/** Unfreezes a sub-account; refuses if the platform froze it. */
export const unfreezeSubAccount = (ctx: Context, id: string) =>
  changeSubAccount(ctx, id, async (tx, row) => {
    const account = await lockAccount(tx.db, id)
    if (!account.frozen_at) throw new Refusal('sub_account_state', { message: '子账号没有被冻结' })
    if (!row.frozen_by_master) throw new Refusal('sub_account_state', { message: '子账号被平台冻结，请联系客服' })
    await unfreezeAccount(tx, account)
    await subAccountsRepo(tx.db).update(id, { frozen_by_master: false })
    ctx.audit({ before: { frozen: 'true' }, after: { frozen: 'false' } })
  })

/** Deletes a sub-account without instances and returns its remaining money. Its debt must be paid first. */
export const deleteSubAccount = (ctx: Context, sessions: SessionTokens, id: string) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const repo = subAccountsRepo(tx.db)
    const row = await repo.lock(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    await lockPairPurses(tx.db, row)
    if (await repo.hasInstances(id)) throw new Refusal('sub_account_in_use')
    const cashFen = await getCashBalance(tx.db, id)
    if (cashFen < 0n) throw new Refusal('sub_account_state', { message: '子账号还有欠费，划拨额度结清后才能删除' })
    const { frozen, income, income_frozen: incomeFrozen } = await getWalletBalances(tx.db, id)
    if (frozen + income + incomeFrozen > 0n) throw new Refusal('sub_account_state', { message: '子账号还有收益，不能删除' })
    if (cashFen > 0n) await returnToMaster(tx, row, cashFen, `删除子账号 ${row.name}，余额退回`)
    await revokeAllSessions(tx, sessions, id, 'frozen')
    await repo.close(id, deps.clock.now())
    ctx.audit({ before: { name: row.name } })
    return null
  })
