import type { Kysely } from 'kysely'
import { yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { listSessions } from '#server/domains/accounts/auth/own-sessions.service.ts'
import { keysOf } from '#server/domains/accounts/keys/keys.service.ts'
import { present } from '#server/domains/accounts/users/certification.service.ts'
import { certificationsRepo } from '#server/domains/accounts/users/certifications.repo.ts'
import { consentsOf } from '#server/domains/accounts/users/consents.service.ts'
import { ownDataRepo } from '#server/domains/accounts/users/own-data.repo.ts'
import { getRealName } from '#server/domains/accounts/users/real-name.service.ts'
import { getUser } from '#server/domains/accounts/users/users.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { walletBalances } from '#server/ledger/ledger.ts'

async function walletsOf(db: Kysely<DB>, user_id: string) {
  const balances = await walletBalances(db, user_id)
  return Object.fromEntries(Object.entries(balances).map(([kind, fen]) => [kind, yuanOfFen(fen)]))
}

/** The keys of the model API a user has; given by the floor that knows them. */
export type ListTokens = (db: Kysely<DB>, user_id: string) => Promise<readonly object[]>

/** What the platform knows of the caller, as a file (PIPL art. 45). Numbers are masked as they are on the screen. */
export async function exportOwnData(ctx: Context, listTokens: ListTokens): Promise<Download> {
  const { deps, caller } = ctx
  const { user_id } = caller
  const { kysely } = deps.database
  const certifications = await certificationsRepo(kysely).list(user_id)
  const data = {
    exported_at: deps.clock.now().toISOString(),
    profile: await getUser(ctx, user_id),
    real_name: await getRealName(ctx),
    certifications: certifications.map(present),
    wallets_yuan: await walletsOf(kysely, user_id),
    counts: await ownDataRepo(kysely).counts(user_id),
    sessions: await listSessions(ctx),
    secret_keys: (await keysOf(kysely, user_id)).map(({ name, fingerprint }) => ({ name, fingerprint })),
    llm_keys: await listTokens(kysely, user_id),
    consents: await consentsOf(kysely, user_id),
  }
  return { body: Buffer.from(JSON.stringify(data, null, 2)), file_name: `我的数据_${data.exported_at.slice(0, 10)}.json` }
}
