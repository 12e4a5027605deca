import { randomUUID } from 'node:crypto'
import type { Received } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { fenOfYuan, microOfYuan } from '#contract/money.ts'
import type { sub_accounts } from '#contract/sub-accounts.ts'
import { allocate } from '#server/domains/money/sub-accounts/budget.service.ts'
import { monthOf } from '#server/domains/money/sub-accounts/month.policy.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { openAccounts } from '#server/ledger/ledger.ts'
import { newId, newInviteCode } from '#server/lib/ids.ts'
import { invitedPhone } from '#server/lib/mask.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export type Terms = Received<typeof sub_accounts.update>['body']
/** Where it will be signed in: by the holder of a phone who is yet to accept, or by who has accepted already. */
type Holder = { invited_phone: string; invited_until: Date } | { phone: string; password_hash: string }
type NewSub = Terms & { master_id: string; holder: Holder; amount: string | null }

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

/** What stands in both tables of who holds it. Of an invitation nobody signs in: it has neither phone nor password. */
function holderColumns(id: string, holder: Holder) {
  if ('phone' in holder) {
    const { phone, password_hash } = holder
    return { account: { phone, password_hash }, sub: { has_password: true } }
  }
  return { account: { phone: invitedPhone(id), password_hash: 'none' }, sub: { ...holder, has_password: false } }
}

/** Opens an account of a master's, with wallets of its own, and sets money aside for it; answers its id. */
export async function openSub(tx: Tx, form: NewSub): Promise<string> {
  const { master_id, name, amount } = form
  const repo = subAccountsRepo(tx.db)
  const created_at = tx.now()
  // Two at once must not both be the last one.
  await repo.lockMaster(master_id)
  if ((await repo.count(master_id)) >= limits.sub_accounts_max) throw new Refusal('sub_account_limit')
  const id = newId('user')
  const held = holderColumns(id, form.holder)
  const account = { ...held.account, nickname: name, account_type: 'sub', master_id, invite_code: await unusedCode(repo) }
  const created = await repo.insertUser({ id, uuid: randomUUID(), ...account, created_at })
  if (!created) throw refuseField('phone_taken', 'phone', '该手机号已注册，请换一个')
  await openAccounts(tx.db, id)
  const topped_month = monthOf(created_at)
  await repo.insert({ user_id: id, master_id, ...columnsOf(form), topped_month, ...held.sub, created_at })
  if (amount !== null) await allocate(tx, { master_id, user_id: id, name }, fenOfYuan(amount))
  return id
}
