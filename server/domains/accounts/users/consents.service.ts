import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type ConsentPurpose, consentTexts } from '#contract/consents.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { consentsRepo } from '#server/domains/accounts/users/consents.repo.ts'

const hashConsentText = (purpose: ConsentPurpose): string => createHash('sha256').update(consentTexts[purpose]).digest('hex')

/** Records a consent: which text, when and from which address. Append-only. */
export async function recordConsent(
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  { user_id: userId, ip, purpose }: { user_id: string; ip: string; purpose: ConsentPurpose },
): Promise<void> {
  await consentsRepo(trx).insert({ user_id: userId, purpose, text_hash: hashConsentText(purpose), ip, at: clock.now() })
}

export const listConsents = (db: Kysely<DB>, userId: string) => consentsRepo(db).list(userId)
