import { openSubAccount } from '#server/domains/money/sub-accounts/open-sub-account.service.ts'
import { inTransaction } from '#server/tx.ts'
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
