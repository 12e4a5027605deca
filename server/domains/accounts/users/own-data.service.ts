import type { Kysely } from 'kysely'
import { formatFenAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { listSessions } from '#server/domains/accounts/auth/own-sessions.service.ts'
import { listAllSecretKeys } from '#server/domains/accounts/keys/keys.service.ts'
import { getSecondFactor } from '#server/domains/accounts/second-factor/second-factor.service.ts'
import { presentCertification } from '#server/domains/accounts/users/certification.service.ts'
import { certificationsRepo } from '#server/domains/accounts/users/certifications.repo.ts'
import { listConsents } from '#server/domains/accounts/users/consents.service.ts'
import { ownDataRepo } from '#server/domains/accounts/users/own-data.repo.ts'
import { getRealName } from '#server/domains/accounts/users/real-name.service.ts'
import { getOwnUser } from '#server/domains/accounts/users/users.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { getWalletBalances } from '#server/ledger/ledger.ts'

async function loadWallets(db: Kysely<DB>, userId: string) {
  const balances = await getWalletBalances(db, userId)
  return Object.fromEntries(Object.entries(balances).map(([kind, fen]) => [kind, formatFenAsYuan(fen)]))
}

/** Lists a user's model API keys; provided by the layer that knows them. */
export type ListLlmKeyNames = (db: Kysely<DB>, userId: string) => Promise<readonly object[]>

/** Exports what the platform knows about the caller as a file (PIPL art. 45). Numbers are masked as on screen. */
export async function exportOwnData(ctx: Context, listLlmKeyNames: ListLlmKeyNames): Promise<Download> {
  const { deps, caller } = ctx
  const { user_id: userId } = caller
  const { kysely } = deps.database
  const certifications = await certificationsRepo(kysely).list(userId)
  const data = {
    exported_at: deps.clock.now().toISOString(),
    profile: await getOwnUser(ctx, userId),
    real_name: await getRealName(ctx),
    certifications: certifications.map(presentCertification),
    wallets_yuan: await loadWallets(kysely, userId),
    counts: await ownDataRepo(kysely).counts(userId),
    organisation: await ownDataRepo(kysely).vouchedFor(userId),
    second_factor: await getSecondFactor(ctx),
    sessions: await listSessions(ctx),
    secret_keys: (await listAllSecretKeys(kysely, userId)).map(({ name, fingerprint }) => ({ name, fingerprint })),
    llm_keys: await listLlmKeyNames(kysely, userId),
    consents: await listConsents(kysely, userId),
  }
  return { body: Buffer.from(JSON.stringify(data, null, 2)), file_name: `我的数据_${data.exported_at.slice(0, 10)}.json` }
}
