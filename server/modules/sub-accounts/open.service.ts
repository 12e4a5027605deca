import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { fenOfYuan, microOfYuan } from '#contract/money.ts'
import type { sub_accounts } from '#contract/sub-accounts.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import type { AfterCommit } from '#server/http/context.ts'
import { newId, newInviteCode } from '#server/ids.ts'
import { openAccounts } from '#server/ledger/ledger.ts'
import { allocate } from '#server/modules/sub-accounts/budget.service.ts'
import { monthOf } from '#server/modules/sub-accounts/month.policy.ts'
import { subAccountsRepo } from '#server/modules/sub-accounts/sub-accounts.repo.ts'
import { Refusal, refuseField } from '#server/refusal.ts'

export type Terms = Received<typeof sub_accounts.update>['body']
type NewSub = Terms & {
  master_id: string
  phone: string
  password_hash: string
  has_password: boolean
  amount: string | null
}

/** The terms as they are stored. */
export const columnsOf = ({ name, price_max, instances_max, monthly }: Terms) => ({
  name,
  price_max_micro: price_max === null ? null : microOfYuan(price_max),
  instances_max,
  monthly_fen: monthly === null ? null : fenOfYuan(monthly),
})

async function unusedCode(repo: ReturnType<typeof subAccountsRepo>): Promise<string> {
  const code = newInviteCode()
  return (await repo.isCodeTaken(code)) ? unusedCode(repo) : code
}

/** Opens an account of a master's, with wallets of its own, and sets money aside for it; answers its id. */
export async function openSub(trx: Transaction<DB>, afterCommit: AfterCommit, deps: Deps, form: NewSub): Promise<string> {
  const { master_id, phone, password_hash, has_password, name, amount } = form
  const repo = subAccountsRepo(trx)
  const created_at = deps.clock.now()
  // Two at once must not both be the last one.
  await repo.lockMaster(master_id)
  if ((await repo.count(master_id)) >= limits.sub_accounts_max) throw new Refusal('sub_account_limit')
  const id = newId('user')
  const account = { phone, password_hash, nickname: name, account_type: 'sub', master_id, invite_code: await unusedCode(repo) }
  const created = await repo.insertUser({ id, uuid: randomUUID(), ...account, created_at })
  if (!created) throw refuseField('phone_taken', 'phone', '该手机号已注册，请换一个')
  await openAccounts(trx, id)
  const topped_month = monthOf(created_at)
  await repo.insert({ user_id: id, master_id, ...columnsOf(form), topped_month, has_password, created_at })
  if (amount !== null) await allocate(trx, afterCommit, deps, { master_id, user_id: id, name }, fenOfYuan(amount))
  return id
}
