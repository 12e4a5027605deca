import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One secret, one derived key per purpose, so that no key serves two ends. */
export interface Keys {
  access_token: Buffer
  refresh_rotation: Buffer
  quote: Buffer
  identity: Buffer
  identity_index: Buffer
  captcha: Buffer
  payment: Buffer
  idempotency: Buffer
  /** Seed of the SSH gateway's host key: the same on every node. */
  ssh_host: Buffer
  port_pass: Buffer
  wechat: Buffer
  pictures: Buffer
  /** Of the accounts that withdrawals are paid out to. */
  payout: Buffer
  /** Seals the signing secrets of webhooks. */
  webhook: Buffer
  coupon_codes: Buffer
  /** Signs links to files of data sets. */
  data_set_files: Buffer
  /** Signs links to stored files. */
  storage_download: Buffer
}

export function deriveKeys(secret: Buffer): Keys {
  if (secret.length < 32) throw new Error('SECRET_KEY 至少 32 字节')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `zhisuan/${purpose}`, 32))
  return {
    access_token: derive('access-token'),
    refresh_rotation: derive('refresh-rotation'),
    quote: derive('quote'),
    identity: derive('identity'),
    identity_index: derive('identity-index'),
    captcha: derive('captcha'),
    payment: derive('payment'),
    idempotency: derive('idempotency'),
    ssh_host: derive('ssh-host'),
    port_pass: derive('port-pass'),
    wechat: derive('wechat'),
    pictures: derive('pictures'),
    payout: derive('payout'),
    webhook: derive('webhook'),
    coupon_codes: derive('coupon-codes'),
    storage_download: derive('storage-download'),
    data_set_files: derive('data-set-files'),
  }
}

/** The configured secret, or one made at first start and kept readable by its owner only. */
export function loadSecret(configured: string | undefined, data_dir: string): Buffer {
  if (configured) return Buffer.from(configured, 'base64')
  const file = join(data_dir, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(data_dir, { recursive: true })
    writeFileSync(file, randomBytes(48).toString('base64'), { mode: 0o600 })
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64')
}
