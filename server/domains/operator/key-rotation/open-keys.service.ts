import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { DB } from '#server/db/types.ts'
import { isCouponCodeKey } from '#server/domains/money/coupons/campaigns.service.ts'
import { unsealValue } from '#server/domains/operator/key-rotation/sealed-value.ts'
import {
  type SealedValuesRepo,
  sealedColumns,
  sealedValuesRepo,
} from '#server/domains/operator/key-rotation/sealed-values.repo.ts'
import {
  deriveKeys,
  deriveSealingKeys,
  deriveStableKey,
  type Keys,
  type Secret,
  type SecretRing,
  type StableKeys,
  stableKeyPurposes,
} from '#server/keys.ts'
import { sealText, toKeyMark, unsealText } from '#server/lib/seal.ts'

const keyHelpText =
  '请确认 SECRET_KEY（或数据目录里的 secret.key）没有配错；换过密钥时把原来的写在新的后面（新,旧），运行 npm run keys:rotate 之后才能去掉'

/** Returns whether a secret opens the values written before values carried a key mark. */
async function fitsUnnamedValues(trx: Transaction<DB>, secret: Secret): Promise<boolean> {
  const repo = sealedValuesRepo(trx)
  const keys = deriveSealingKeys([secret], secret.id)
  for (const of of sealedColumns) {
    const [value] = await repo.some(of, 1)
    try {
      if (value) unsealValue(keys, of, value)
    } catch {
      return false
    }
  }
  return isCouponCodeKey(trx, deriveStableKey(secret, 'coupon_codes'))
}

/**
 * Returns the id of the key that sealed the values without a key mark. On the first start with key marks, picks the oldest secret
 * that opens the existing values.
 */
async function ensureUnnamedKey(trx: Transaction<DB>, ring: SecretRing): Promise<string | null> {
  const repo = sealedValuesRepo(trx)
  const known = await repo.unnamedKey()
  if (known !== '') return known
  for (const secret of [...ring].reverse()) {
    if (!(await fitsUnnamedValues(trx, secret))) continue
    await repo.setUnnamedKey(secret.id)
    return repo.unnamedKey()
  }
  throw new Error(`配置的密钥打不开这个数据库里已封存的内容。${keyHelpText}`)
}

/**
 * Requires canonical base64, except for the secret in use before key marks: refusing that one would lock the installation out.
 */
function assertCanonicalSecrets(ring: SecretRing, unnamed: string | null): void {
  const at = ring.findIndex(({ id, canonical }) => !canonical && id !== unnamed)
  if (at >= 0)
    throw new Error(
      `SECRET_KEY 第 ${at + 1} 项不是规范的 base64 或 base64url，可能抄漏或抄错了字符；可用 openssl rand -base64 48 生成`,
    )
}

async function assertAllOpenable(repo: SealedValuesRepo, ring: SecretRing, unnamed: string | null): Promise<void> {
  const marks = deriveSealingKeys(ring, unnamed).data_keys.map(toKeyMark)
  const foreign = (await repo.count()).filter(({ mark }) => !marks.includes(mark))
  if (foreign.length === 0) return
  const what = foreign.map(({ title, mark, count }) => `${title} ${count} 项${mark && `（密钥 ${mark.slice(0, -1)}）`}`)
  throw new Error(`数据库里有配置的密钥打不开的内容：${what.join('、')}。${keyHelpText}`)
}

/** Loads the keys that survive a change of the secret: derived from the original secret, or random for a new installation. */
async function ensureKeptKeys(repo: SealedValuesRepo, ring: SecretRing, unnamed: string | null): Promise<StableKeys> {
  const { data_keys: dataKeys } = deriveSealingKeys(ring, unnamed)
  const before = ring.find(({ id }) => id === unnamed)
  const known = async () => new Map((await repo.dataKeys()).map(({ purpose, sealed }) => [purpose, sealed]))
  const there = await known()
  for (const name of Object.keys(stableKeyPurposes) as (keyof StableKeys)[]) {
    const purpose = stableKeyPurposes[name]
    if (there.has(purpose)) continue
    const key = before ? deriveStableKey(before, name) : randomBytes(32)
    await repo.insertDataKey(purpose, sealText(dataKeys, purpose, key.toString('base64')))
  }
  const sealed = await known()
  const open = (name: keyof StableKeys) =>
    Buffer.from(unsealText(dataKeys, stableKeyPurposes[name], sealed.get(stableKeyPurposes[name]) ?? ''), 'base64')
  return {
    identity_index: open('identity_index'),
    coupon_codes: open('coupon_codes'),
    ssh_host: open('ssh_host'),
    row_ids: open('row_ids'),
  }
}

/** Loads the keys of an installation. Throws a one-line error if the secrets do not match its database. */
export const loadInstallationKeys = ({ transaction }: Pick<Database, 'transaction'>, ring: SecretRing): Promise<Keys> =>
  transaction(async (trx) => {
    const repo = sealedValuesRepo(trx)
    const unnamed = await ensureUnnamedKey(trx, ring)
    assertCanonicalSecrets(ring, unnamed)
    await assertAllOpenable(repo, ring, unnamed)
    return deriveKeys(ring, await ensureKeptKeys(repo, ring, unnamed), unnamed)
  })
