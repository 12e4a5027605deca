import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { Administrator } from '#contract/setup.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { assertStrongPassword, hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { type ProvisionedFactor, provisionSecondFactor } from '#server/domains/accounts/second-factor/setup-factor.service.ts'
import { countAdmins } from '#server/domains/accounts/users/accounts.service.ts'
import { recordAudit } from '#server/http/audit.repo.ts'
import type { RequestDetails } from '#server/http/context.ts'
import { createWalletAccounts } from '#server/ledger/ledger.ts'
import { newId, newInviteCode } from '#server/lib/ids.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

export interface SetupInput {
  phone: string
  password: string
  /** Adds the second administrator, required for every change that needs two people. */
  second: boolean
}

function assertSetupAllowed(count: number, second: boolean): void {
  if (!second && count > 0)
    throw new Error(
      count === 1
        ? '已有管理员，不能再次初始化。调价与角色变更须两人办理，再建第二名管理员请运行 npm run setup -- --second'
        : '已有管理员，不能再次初始化',
    )
  if (second && count === 0) throw new Error('还没有管理员，请先运行 npm run setup')
  if (second && count > 1) throw new Error('已有两名以上管理员，请在运营后台的「用户」里变更角色')
}

export const refuseTakenPhone = (): never => {
  throw createFieldRefusal('phone_taken', 'phone', '这个手机号已有账号，请换一个')
}

/** Creates an administrator's account, in a transaction in which the administrators have been counted, and records who did it. */
export async function createAdministrator(
  trx: Transaction<DB>,
  { phone, password_hash: passwordHash, at }: { phone: string; password_hash: string; at: Date },
  request: RequestDetails,
) {
  const id = newId('user')
  const role = 'operator_admin'
  const created = await authRepo(trx).insert({
    id,
    uuid: randomUUID(),
    phone,
    password_hash: passwordHash,
    password_set_at: at,
    nickname: `管理员_${phone.slice(-4)}`,
    role,
    invite_code: newInviteCode(),
    created_at: at,
  })
  if (!created) refuseTakenPhone()
  await createWalletAccounts(trx, id)
  const caller = { user_id: id, session_id: '', role, account_type: 'main', is_tencent: false } as const
  const change = { target_id: id, after: { role } }
  await recordAudit(trx, { name: 'setup', caller, input: { params: {} }, request, change }, at)
  return { user_id: id, role }
}

/**
 * Creates an administrator with a second factor, on a platform that has none (or has one, for the second). Throws a one-line,
 * human-readable error.
 */
export async function setUpAdministrator(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'keys'>,
  setup: SetupInput,
): Promise<ProvisionedFactor> {
  const { database, clock } = deps
  const { success, data, error } = Administrator.safeParse(setup)
  if (!success) throw new Error(error.issues.map(({ message }) => message).join('\n'))
  const { phone, password } = data
  try {
    assertStrongPassword(password, phone)
  } catch {
    throw new Error('该密码过于常见，或含有手机号，请换一个')
  }
  const passwordHash = await hashPassword(password)
  return database.transaction(async (trx) => {
    assertSetupAllowed(await countAdmins(trx), setup.second)
    const request = { id: randomUUID(), ip: 'localhost', user_agent: 'npm run setup' }
    const account = await createAdministrator(trx, { phone, password_hash: passwordHash, at: clock.now() }, request)
    return provisionSecondFactor(trx, deps, { ...account, phone })
  })
}
