import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Password, Phone } from '#contract/scalars.ts'
import type { Deps } from '#server/deps.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { assertStrongPassword, hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { type ProvisionedFactor, provisionSecondFactor } from '#server/domains/accounts/second-factor/setup-factor.service.ts'
import { countAdmins } from '#server/domains/accounts/users/accounts.service.ts'
import { recordAudit } from '#server/http/audit.repo.ts'
import { createWalletAccounts } from '#server/ledger/ledger.ts'
import { newId, newInviteCode } from '#server/lib/ids.ts'

/** Operators control everybody's money, so their passwords must be harder to guess than a renter's. */
const OperatorPassword = Password.refine(
  (text) => text.length >= 12 && /\d/.test(text) && /[A-Za-z]/.test(text) && /[^\dA-Za-z]/.test(text),
  '管理员的密码须为 12-16 位，同时含有数字、字母和符号',
)
const Administrator = z.object({ phone: Phone, password: OperatorPassword })

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
  const id = newId('user')
  const at = clock.now()
  return database.transaction(async (trx) => {
    assertSetupAllowed(await countAdmins(trx), setup.second)
    const created = await authRepo(trx).insert({
      id,
      uuid: randomUUID(),
      phone,
      password_hash: passwordHash,
      password_set_at: at,
      nickname: `管理员_${phone.slice(-4)}`,
      role: 'operator_admin',
      invite_code: newInviteCode(),
      created_at: at,
    })
    if (!created) throw new Error('这个手机号已有账号，请换一个')
    await createWalletAccounts(trx, id)
    const caller = { user_id: id, session_id: '', role: 'operator_admin', account_type: 'main', is_tencent: false } as const
    const request = { id: randomUUID(), ip: 'localhost', user_agent: 'npm run setup' }
    const change = { target_id: id, after: { role: 'operator_admin' } }
    await recordAudit(trx, { name: 'setup', caller, input: { params: {} }, request, change }, at)
    return provisionSecondFactor(trx, deps, { user_id: id, phone })
  })
}
