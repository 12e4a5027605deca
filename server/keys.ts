import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SealingKeys } from '#server/lib/seal.ts'
import type { SigningKeys } from '#server/lib/signing.ts'

/** One of the configured secrets. */
export interface Secret {
  /** Eight hex digits that name it and tell nothing of it. */
  id: string
  bytes: Buffer
  /** False for text that is base64 only by leaving out what is none: a slip of the pen, or a password. */
  canonical: boolean
}
/** Newest first: that one seals and signs, all open and verify. */
export type SecretRing = readonly [Secret, ...Secret[]]

/** What must stay the same when the secret changes; purpose as it has always been derived. */
export const stableKeyPurposes = {
  identity_index: 'identity-index',
  coupon_codes: 'coupon-codes',
  ssh_host: 'ssh-host',
  /** Of the ids by which rows in sequence are known outside. */
  row_ids: 'row-ids',
} as const
export type StableKeys = Record<keyof typeof stableKeyPurposes, Buffer>

const sealingPurposes = {
  identity: 'identity',
  pictures: 'pictures',
  payout: 'payout',
  webhook: 'webhook',
  instance_password: 'instance-password',
  second_factor: 'second-factor',
  directory: 'directory',
  engine: 'engine',
  data_keys: 'data-keys',
  /** Of answers that are kept for a day, for a repeat of what asked for them. */
  kept_answers: 'kept-answers',
} as const
export type SealingPurpose = keyof typeof sealingPurposes

/** One derived key per purpose, so that no key serves two ends. */
export interface Keys extends Record<SealingPurpose, SealingKeys>, StableKeys {
  access_token: SigningKeys
  refresh_rotation: SigningKeys
  quote: SigningKeys
  captcha: SigningKeys
  /** Signs what is asked of visitors before a message is sent. */
  challenge: SigningKeys
  idempotency: SigningKeys
  port_pass: SigningKeys
  wechat: SigningKeys
  /** Of the cashier that is played, whose notices arrive in the moment they are signed. */
  sandbox_payment: Buffer
  /** Signs links to files of data sets. */
  data_set_files: SigningKeys
  /** Signs links in mails that turn mails off. */
  unsubscribe: SigningKeys
  /** Signs the links by which the first administrator is made. */
  setup_link: SigningKeys
  /** Makes the addresses where providers of SMS push receipts. */
  sms_receipts: SigningKeys
  /** Signs links to stored files. */
  storage_download: SigningKeys
}

const deriveKey = ({ bytes }: Pick<Secret, 'bytes'>, purpose: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, '', `zhisuan/${purpose}`, length))

const mapRing = <T>([newest, ...older]: SecretRing, of: (secret: Secret) => T): readonly [T, ...T[]] => [
  of(newest),
  ...older.map(of),
]

/** The keys that seal. Values of the `unnamed` one do not name it. */
export function deriveSealingKeys(ring: SecretRing, unnamed: string | null): Record<SealingPurpose, SealingKeys> {
  const of = (purpose: string): SealingKeys =>
    mapRing(ring, (secret) => ({ name: secret.id === unnamed ? null : secret.id, key: deriveKey(secret, purpose) }))
  return {
    identity: of(sealingPurposes.identity),
    pictures: of(sealingPurposes.pictures),
    payout: of(sealingPurposes.payout),
    webhook: of(sealingPurposes.webhook),
    instance_password: of(sealingPurposes.instance_password),
    second_factor: of(sealingPurposes.second_factor),
    directory: of(sealingPurposes.directory),
    engine: of(sealingPurposes.engine),
    data_keys: of(sealingPurposes.data_keys),
    kept_answers: of(sealingPurposes.kept_answers),
  }
}

/** What was derived from a secret before it was kept apart. */
export const deriveStableKey = (secret: Secret, name: keyof StableKeys): Buffer => deriveKey(secret, stableKeyPurposes[name])

export function deriveKeys(ring: SecretRing, kept: StableKeys, unnamed: string | null): Keys {
  const of = (purpose: string): SigningKeys => mapRing(ring, (secret) => deriveKey(secret, purpose))
  return {
    ...deriveSealingKeys(ring, unnamed),
    ...kept,
    access_token: of('access-token'),
    refresh_rotation: of('refresh-rotation'),
    quote: of('quote'),
    captcha: of('captcha'),
    challenge: of('challenge'),
    sandbox_payment: deriveKey(ring[0], 'payment'),
    idempotency: of('idempotency'),
    port_pass: of('port-pass'),
    wechat: of('wechat'),
    unsubscribe: of('unsubscribe'),
    setup_link: of('setup-link'),
    sms_receipts: of('sms-receipts'),
    storage_download: of('storage-download'),
    data_set_files: of('data-set-files'),
  }
}

const stripPadding = (text: string) => text.replace(/={1,2}$/, '')

function parseSecret(text: string, nth: number): Secret {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length < 32)
    throw new Error(`SECRET_KEY 第 ${nth} 项不足 32 字节，须为 base64 或 base64url，可用 openssl rand -base64 48 生成`)
  const canonical = [bytes.toString('base64'), bytes.toString('base64url')].map(stripPadding).includes(stripPadding(text))
  return { id: deriveKey({ bytes }, 'key-id', 4).toString('hex'), bytes, canonical }
}

/** Reads secrets, newest first, between commas or on lines of their own. Throws one line that names the entry, never the secret. */
export function parseSecretRing(text: string): SecretRing {
  const entries = text.split(/[,\n]/).map((entry) => entry.trim())
  while (entries.length > 1 && entries.at(-1) === '') entries.pop()
  const [newest, ...older] = entries.map((entry, i) => parseSecret(entry, i + 1)) as [Secret, ...Secret[]]
  const ring = [newest, ...older] as const
  ring.forEach(({ id }, i) => {
    const first = ring.findIndex((other) => other.id === id)
    if (first < i) throw new Error(`SECRET_KEY 第 ${i + 1} 项与第 ${first + 1} 项相同`)
  })
  return ring
}

/** The configured secrets, or one made at first start and kept readable by its owner only. */
export function loadSecretRing(configured: SecretRing | undefined, dataDir: string): SecretRing {
  if (configured) return configured
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(48).toString('base64'), { mode: 0o600 })
  }
  try {
    return parseSecretRing(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`密钥文件 ${file}：${(error as Error).message}`)
  }
}
