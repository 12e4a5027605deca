import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { AccountClosing, ClosingBlocker } from '#contract/account-security.ts'
import { dayMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { formatFenText } from '#contract/money.ts'
import { loadCrudNouns } from '#server/crud-nouns.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { anonymizeSessions, revokeAllSessions, securityPage } from '#server/domains/accounts/auth/session.service.ts'
import { removeUserPictures } from '#server/domains/accounts/pictures/pictures.service.ts'
import { closingRepo } from '#server/domains/accounts/users/closing.repo.ts'
import { recordConsent } from '#server/domains/accounts/users/consents.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { getWalletBalances } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { toClosedPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

type Shown = z.input<typeof AccountClosing>
type Blocker = Shown['blockers'][number]

const closedNickname = '已注销用户'

const computeClosingTime = (now: Date): Date => new Date(now.getTime() + limits.closingDays * dayMs)

/** Lists what must be settled first: closing forfeits nothing that could be used, withdrawn or needed (decision 035). */
async function listBlockers(db: Kysely<DB>, userId: string): Promise<Blocker[]> {
  const wallets = await getWalletBalances(db, userId)
  const open = await closingRepo(db).open(userId)
  const held = wallets.frozen + wallets.income_frozen
  const money = (reason: ClosingBlocker, fen: bigint): Blocker[] =>
    fen > 0n ? [{ reason, detail: `¥${formatFenText(fen)}` }] : []
  const count = (reason: ClosingBlocker, n: number, unit: string): Blocker[] =>
    n > 0 ? [{ reason, detail: `${n} ${unit}` }] : []
  return [
    ...((await closingRepo(db).role(userId)) === 'user' ? [] : [{ reason: 'operator' as const, detail: null }]),
    ...money('balance', wallets.cash),
    ...money('arrears', -wallets.cash),
    ...money('frozen', held),
    ...money('income', wallets.income),
    ...count('instances', open.instances, '台'),
    ...count('queue', open.queue, '个'),
    ...count('orders', open.orders, '个'),
    ...count('transfers', open.transfers, '笔'),
    ...count('invoices', open.invoices, '张'),
    ...count('private_images', open.images, '个'),
    ...count('sub_accounts', open.subs, '个'),
  ]
}

export const getAccountClosing = async ({ deps, caller }: Context): Promise<Shown> => ({
  blockers: await listBlockers(deps.database.kysely, caller.user_id),
  closes_at: computeClosingTime(deps.clock.now()).toISOString(),
})

/** Requests account closing: ends all sessions; signing in again within the grace period cancels it. */
export async function requestAccountClosing(ctx: Context, sessions: SessionTokens): Promise<{ closes_at: string }> {
  const { deps, caller } = ctx
  const { user_id: userId } = caller
  return ctx.transaction(async (tx) => {
    if ((await listBlockers(tx.db, userId)).length) throw new Refusal('closing_blocked')
    const at = computeClosingTime(deps.clock.now())
    await closingRepo(tx.db).setClosing(userId, at)
    await recordConsent(tx.db, deps, { user_id: userId, ip: ctx.request.ip, purpose: 'close_account' })
    await revokeAllSessions(tx, sessions, userId, 'closing')
    return { closes_at: at.toISOString() }
  })
}

/** Closes the accounts whose grace period is over. Each commits separately, so a crash or failure does not affect the others. */
export async function closeDueAccounts(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const due = await closingRepo(deps.database.kysely).due(now)
  await forEachIsolated(due, deps, 'closing an account', (id) => inTransaction(deps, (tx) => closeDueAccount(tx, id, now)))
}

async function closeDueAccount(tx: Tx, id: string, now: Date): Promise<void> {
  const repo = closingRepo(tx.db)
  const account = await repo.lockDue(id, now)
  if (!account) return
  // Money received meanwhile, such as a reward, must not be forfeited: the owner decides again.
  if ((await listBlockers(tx.db, id)).length) {
    await repo.setClosing(id, null)
    return notifyUser(tx, {
      user_id: id,
      class: 'system',
      title: '账号没有注销',
      content: '等待注销期间账号里有了新的款项或事项，注销申请已撤回。处理后可以在账户安全里重新申请。',
      link: securityPage,
    })
  }
  const ownTables = (await loadCrudNouns()).map(({ table }) => table)
  await repo.erase(account, { phone: toClosedPhone(id), nickname: closedNickname }, ownTables, now)
  await removeUserPictures(tx.db, id, ['avatar', 'certification'])
  await anonymizeSessions(tx.db, id)
}
