import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type ConsentPurpose, consents } from '#contract/consents.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { consentsRepo } from '#server/domains/accounts/users/consents.repo.ts'

const hashOf = (purpose: ConsentPurpose): string => createHash('sha256').update(consents[purpose]).digest('hex')

/** Keeps that somebody ticked the box: which words, when and from where. Append-only. */
export async function recordConsent(
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  { user_id, ip, purpose }: { user_id: string; ip: string; purpose: ConsentPurpose },
): Promise<void> {
  await consentsRepo(trx).insert({ user_id, purpose, text_hash: hashOf(purpose), ip, at: clock.now() })
}

export const consentsOf = (db: Kysely<DB>, user_id: string) => consentsRepo(db).list(user_id)
