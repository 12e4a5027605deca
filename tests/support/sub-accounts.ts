import { openSubAccount } from '#server/domains/money/sub-accounts/open-sub-account.service.ts'
import { createSessionTokens } from '#server/http/sessions.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'
import type { Person } from '#tests/support/people.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

let made = 0

export interface SubAccountOptions {
  price_max?: string
  instances_max?: number
  monthly?: string
  amount?: string
  project_id?: string
}

/** Creates a sub-account whose holder has accepted, without the two messages this normally takes; returns its id. */
export function addSubAccount(
  { deps }: Pick<TestPlatform, 'deps'>,
  masterId: string,
  terms: SubAccountOptions = {},
): Promise<string> {
  made += 1
  const holder = { phone: `18${String(made).padStart(9, '0')}`, password_hash: 'none' }
  const none = { price_max: null, instances_max: null, monthly: null, amount: null, project_id: null }
  return inTransaction(deps, (tx) => openSubAccount(tx, { ...none, ...terms, name: '标注组', master_id: masterId, holder }))
}

/** Creates a sub-account of a master and signs it in. */
export async function signInSubAccount(
  platform: Pick<TestPlatform, 'deps' | 'clock' | 'call'>,
  masterId: string,
  terms: SubAccountOptions = {},
): Promise<Person> {
  const id = await addSubAccount(platform, masterId, terms)
  const now = platform.clock.now()
  const sessionId = newId('session')
  await platform.deps.database.kysely
    .insertInto('sessions')
    .values({ id: sessionId, user_id: id, ip: '10.0.0.1', user_agent: 'tests', created_at: now, last_seen_at: now })
    .execute()
  const token = () => createSessionTokens(platform.deps).issue(id, sessionId)
  return {
    id,
    session_id: sessionId,
    token,
    call: async (endpoint, sent, options) => platform.call(endpoint, sent, { token: await token(), ...options }),
  }
}
