import { randomUUID } from 'node:crypto'
import { parseYuanToFen } from '#contract/money.ts'
import { sealIdentity } from '#server/domains/accounts/users/identity-vault.ts'
import { createSessionTokens } from '#server/http/sessions.ts'
import { createWalletAccounts, recordPosting } from '#server/ledger/ledger.ts'
import { newId, newInviteCode } from '#server/lib/ids.ts'
import type { ApiCaller } from '#tests/support/calls.ts'
import type { SignUpOptions, TestPlatform } from '#tests/support/platform.ts'

export type PersonTraits = Pick<SignUpOptions, 'balance' | 'role' | 'is_tencent'> & {
  real_name?: boolean
  account_type?: 'main' | 'sub'
}

/** A user with an account, signed in for the whole test. */
export interface Person {
  id: string
  session_id: string
  /** Returns an access token that is valid now. */
  token(): Promise<string>
  /** Calls the API as this user. */
  call: ApiCaller
}

const tokenLivesMs = 600_000
let people = 0

/** Creates accounts directly in the tables, much faster than signing up; verified and funded by default. */
export async function addPeople(
  { deps, call }: Pick<TestPlatform, 'deps' | 'call'>,
  count: number,
  { real_name: realName = true, balance = '100.00', role, is_tencent: isTencent, account_type: accountType }: PersonTraits = {},
): Promise<Person[]> {
  const { clock } = deps
  const now = clock.now()
  const sessions = createSessionTokens(deps)
  const ids = Array.from({ length: count }, () => ({ id: newId('user'), session_id: newId('session'), nth: ++people }))
  await deps.database.transaction(async (trx) => {
    const users = ids.map(({ id, nth }) => ({
      id,
      uuid: randomUUID(),
      phone: `19${String(nth).padStart(9, '0')}`,
      password_hash: 'none',
      nickname: `用户${nth}`,
      invite_code: newInviteCode(),
      created_at: now,
      ...(role && { role }),
      ...(isTencent && { is_tencent: isTencent }),
      ...(accountType && { account_type: accountType }),
    }))
    await trx.insertInto('users').values(users).execute()
    for (const { id } of ids) await createWalletAccounts(trx, id)
    const devices = ids.map(({ id, session_id: sessionId }) => ({
      id: sessionId,
      user_id: id,
      ip: '10.0.0.1',
      user_agent: 'tests',
    }))
    await trx
      .insertInto('sessions')
      .values(devices.map((device) => ({ ...device, created_at: now, last_seen_at: now })))
      .execute()
    if (realName) {
      const identities = ids.map(({ id }) => ({
        user_id: id,
        id_number_index: id,
        kind: 'personal',
        verified_at: now,
        name_cipher: sealIdentity(deps.keys, id, '张三'),
        id_number_cipher: sealIdentity(deps.keys, id, '11010519491231002X'),
      }))
      const masked = { name_masked: '张*', id_number_masked: '1***1' }
      await trx
        .insertInto('real_names')
        .values(identities.map((identity) => ({ ...identity, ...masked })))
        .execute()
    }
    const amountFen = parseYuanToFen(balance)
    if (amountFen > 0n) {
      const movements = ids.map(({ id }) => ({ from: 'channel' as const, to: { user: id }, amount_fen: amountFen }))
      await recordPosting(trx, { idem: `recharge:${newId('tests')}`, kind: 'recharge', title: '充值', at: now, movements })
    }
  })
  return ids.map(({ id, session_id: sessionId }) => {
    let issued: { token: string; at: number } | undefined
    const token = async () => {
      const at = clock.now().getTime()
      if (!issued || Math.abs(at - issued.at) > tokenLivesMs) issued = { token: await sessions.issue(id, sessionId), at }
      return issued.token
    }
    return {
      id,
      session_id: sessionId,
      token,
      call: async (endpoint, sent, options) => call(endpoint, sent, { token: await token(), ...options }),
    }
  })
}

export async function addPerson(...[platform, traits]: [Parameters<typeof addPeople>[0], Parameters<typeof addPeople>[2]?]) {
  const [person] = await addPeople(platform, 1, traits)
  return person!
}
