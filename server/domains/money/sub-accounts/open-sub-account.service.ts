import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { toShanghaiMonth } from '#contract/day.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { parseYuanToFen, parseYuanToMicro } from '#contract/money.ts'
import type { subAccounts } from '#contract/sub-accounts.ts'
import type { DB } from '#server/db/types.ts'
import { projectsRepo } from '#server/domains/money/projects/projects.repo.ts'
import { allocateBudget } from '#server/domains/money/sub-accounts/budget-transfer.service.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { createWalletAccounts } from '#server/ledger/ledger.ts'
import { newId, newInviteCode } from '#server/lib/ids.ts'
import { toDirectoryPhone, toInvitedPhone } from '#server/lib/mask.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export type SubAccountTerms = HandlerInput<typeof subAccounts.update>['body']
/** The holder who signs in: invited by phone and yet to accept, one who has accepted already, or one whom a directory vouches for. */
type Holder = { invited_phone: string; invited_until: Date } | { phone: string; password_hash: string } | 'directory'
type NewSubAccount = Omit<SubAccountTerms, 'project_id'> & {
  master_id: string
  project_id: string | null
  holder: Holder
  amount: string | null
}

/** Converts the terms to columns. */
export const toSubAccountColumns = ({
  name,
  price_max: priceMax,
  instances_max: instancesMax,
  monthly,
}: Omit<SubAccountTerms, 'project_id'>) => ({
  name,
  price_max_micro: priceMax === null ? null : parseYuanToMicro(priceMax),
  instances_max: instancesMax,
  monthly_fen: monthly === null ? null : parseYuanToFen(monthly),
})

/** Keeps a project from being removed while it gets a member; throws, at its field, unless it is the master's. */
export async function keepProject(db: Kysely<DB>, masterId: string, projectId: string | null): Promise<void> {
  if (projectId !== null && !(await projectsRepo(db).keep(masterId, projectId)))
    throw createFieldRefusal('not_found', 'project_id', '项目不存在或已删除')
}

async function createUnusedInviteCode(repo: ReturnType<typeof subAccountsRepo>): Promise<string> {
  const code = newInviteCode()
  return (await repo.isCodeTaken(code)) ? createUnusedInviteCode(repo) : code
}

/** Returns the holder's columns in both tables. Who has neither phone nor password cannot sign in by one. */
function toHolderColumns(id: string, holder: Holder) {
  if (holder === 'directory')
    return { account: { phone: toDirectoryPhone(id), password_hash: 'none' }, sub: { has_password: false } }
  if ('phone' in holder) {
    const { phone, password_hash: passwordHash } = holder
    return { account: { phone, password_hash: passwordHash }, sub: { has_password: true } }
  }
  return { account: { phone: toInvitedPhone(id), password_hash: 'none' }, sub: { ...holder, has_password: false } }
}

async function requirePlace(repo: ReturnType<typeof subAccountsRepo>, masterId: string, holder: Holder): Promise<void> {
  const [by, most] =
    holder === 'directory'
      ? (['directory', limits.directoryPeopleMax] as const)
      : (['invitation', limits.subAccountsMax] as const)
  if ((await repo.count(masterId, by)) >= most) throw new Refusal('sub_account_limit')
}

/** Opens a master's sub-account with its own wallets and allocates its first budget; returns its id. */
export async function openSubAccount(tx: Tx, form: NewSubAccount): Promise<string> {
  const { master_id: masterId, project_id: projectId, name, amount } = form
  const repo = subAccountsRepo(tx.db)
  const createdAt = tx.now()
  // Lock the master: two concurrent requests must not both take the last free place.
  await repo.lockMaster(masterId)
  await requirePlace(repo, masterId, form.holder)
  await keepProject(tx.db, masterId, projectId)
  const id = newId('user')
  const held = toHolderColumns(id, form.holder)
  const account = {
    ...held.account,
    nickname: name,
    account_type: 'sub',
    master_id: masterId,
    invite_code: await createUnusedInviteCode(repo),
  }
  const created = await repo.insertUser({ id, uuid: randomUUID(), ...account, created_at: createdAt })
  if (!created) throw createFieldRefusal('phone_taken', 'phone', '该手机号已注册，请换一个')
  await createWalletAccounts(tx.db, id)
  const toppedMonth = toShanghaiMonth(createdAt)
  await repo.insert({
    user_id: id,
    master_id: masterId,
    project_id: projectId,
    ...toSubAccountColumns(form),
    topped_month: toppedMonth,
    ...held.sub,
    created_at: createdAt,
  })
  if (amount !== null) {
    const pair = { master_id: masterId, project_id: projectId, user_id: id, name }
    await allocateBudget(tx, pair, parseYuanToFen(amount))
  }
  return id
}
