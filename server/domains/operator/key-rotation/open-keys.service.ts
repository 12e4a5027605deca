import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { DB } from '#server/db/types.ts'
import { madeItsCodes } from '#server/domains/money/coupons/campaigns.service.ts'
import { unsealValue } from '#server/domains/operator/key-rotation/sealed-value.ts'
import {
  type SealedValuesRepo,
  sealed_columns,
  sealedValuesRepo,
} from '#server/domains/operator/key-rotation/sealed-values.repo.ts'
import {
  derivedKept,
  deriveKeys,
  type KeptKeys,
  type Keys,
  kept_keys,
  type Secret,
  type SecretRing,
  sealingKeys,
} from '#server/keys.ts'
import { markOf, sealText, unsealText } from '#server/lib/seal.ts'

const says_what_to_do =
  '请确认 SECRET_KEY（或数据目录里的 secret.key）没有配错；换过密钥时把原来的写在新的后面（新,旧），运行 npm run keys:rotate 之后才能去掉'

/** Whether a secret is the one behind what an installation wrote before values named their key. */
async function fits(trx: Transaction<DB>, secret: Secret): Promise<boolean> {
  const repo = sealedValuesRepo(trx)
  const keys = sealingKeys([secret], secret.id)
  for (const of of sealed_columns) {
    const [value] = await repo.some(of, 1)
    try {
      if (value) unsealValue(keys, of, value)
    } catch {
      return false
    }
  }
  return madeItsCodes(trx, derivedKept(secret, 'coupon_codes'))
}

/** Which key's values do not name it. At the first start after values learned to, it is the oldest that fits what is there. */
async function learnUnnamed(trx: Transaction<DB>, ring: SecretRing): Promise<string | null> {
  const repo = sealedValuesRepo(trx)
  const known = await repo.unnamedKey()
  if (known !== '') return known
  for (const secret of [...ring].reverse()) {
    if (!(await fits(trx, secret))) continue
    await repo.setUnnamedKey(secret.id)
    return repo.unnamedKey()
  }
  throw new Error(`配置的密钥打不开这个数据库里已封存的内容。${says_what_to_do}`)
}

/** Only what an installation has always had may be no proper base64: refusing that would lock it out. */
function refuseSloppy(ring: SecretRing, unnamed: string | null): void {
  const at = ring.findIndex(({ id, canonical }) => !canonical && id !== unnamed)
  if (at >= 0)
    throw new Error(
      `SECRET_KEY 第 ${at + 1} 项不是规范的 base64 或 base64url，可能抄漏或抄错了字符；可用 openssl rand -base64 48 生成`,
    )
}

async function refuseUnopenable(repo: SealedValuesRepo, ring: SecretRing, unnamed: string | null): Promise<void> {
  const marks = sealingKeys(ring, unnamed).data_keys.map(markOf)
  const foreign = (await repo.count()).filter(({ mark }) => !marks.includes(mark))
  if (foreign.length === 0) return
  const what = foreign.map(({ title, mark, count }) => `${title} ${count} 项${mark && `（密钥 ${mark.slice(0, -1)}）`}`)
  throw new Error(`数据库里有配置的密钥打不开的内容：${what.join('、')}。${says_what_to_do}`)
}

/** Keys that stay when the secret changes: what an installation always derived, or drawn for a new one. */
async function openKept(repo: SealedValuesRepo, ring: SecretRing, unnamed: string | null): Promise<KeptKeys> {
  const { data_keys } = sealingKeys(ring, unnamed)
  const before = ring.find(({ id }) => id === unnamed)
  const known = async () => new Map((await repo.dataKeys()).map(({ purpose, sealed }) => [purpose, sealed]))
  const there = await known()
  for (const name of Object.keys(kept_keys) as (keyof KeptKeys)[]) {
    const purpose = kept_keys[name]
    if (there.has(purpose)) continue
    const key = before ? derivedKept(before, name) : randomBytes(32)
    await repo.insertDataKey(purpose, sealText(data_keys, purpose, key.toString('base64')))
  }
  const sealed = await known()
  const open = (name: keyof KeptKeys) =>
    Buffer.from(unsealText(data_keys, kept_keys[name], sealed.get(kept_keys[name]) ?? ''), 'base64')
  return {
    identity_index: open('identity_index'),
    coupon_codes: open('coupon_codes'),
    ssh_host: open('ssh_host'),
    row_ids: open('row_ids'),
  }
}

/** The keys of an installation. Throws one line when the secrets are not those of its database. */
export const openKeys = ({ transaction }: Pick<Database, 'transaction'>, ring: SecretRing): Promise<Keys> =>
  transaction(async (trx) => {
    const repo = sealedValuesRepo(trx)
    const unnamed = await learnUnnamed(trx, ring)
    refuseSloppy(ring, unnamed)
    await refuseUnopenable(repo, ring, unnamed)
    return deriveKeys(ring, await openKept(repo, ring, unnamed), unnamed)
  })
