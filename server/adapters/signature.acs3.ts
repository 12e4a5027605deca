import { createHash, createHmac } from 'node:crypto'
import type { AliyunKey } from '#server/ports/cloud-keys.ts'

const algorithm = 'ACS3-HMAC-SHA256'
const hashHex = (text: string) => createHash('sha256').update(text).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

export interface Acs3Request {
  host: string
  action: string
  version: string
  /** Parameters; a call in RPC style carries all of them in the address. */
  query: Readonly<Record<string, string>>
  nonce: string
  at: Date
}

/** Signs a POST without a body for Alibaba Cloud (help.aliyun.com, V3 版本请求体 & 签名机制). */
export function signAcs3({ host, action, version, query, nonce, at }: Acs3Request, key: AliyunKey) {
  const search = Object.keys(query)
    .sort()
    .map((name) => `${encode(name)}=${encode(query[name]!)}`)
    .join('&')
  const signed: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': hashHex(''),
    'x-acs-date': `${at.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(signed).join(';')
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['POST', '/', search, lines.join(''), names, signed['x-acs-content-sha256']].join('\n')
  const signature = createHmac('sha256', key.access_key_secret)
    .update(`${algorithm}\n${hashHex(canonical)}`)
    .digest('hex')
  const { host: _, ...headers } = signed
  const authorization = `${algorithm} Credential=${key.access_key_id},SignedHeaders=${names},Signature=${signature}`
  return { search, headers: { ...headers, authorization } }
}
