import { createHash, createHmac } from 'node:crypto'
import type { TencentKey } from '#server/ports/cloud-keys.ts'

const algorithm = 'TC3-HMAC-SHA256'
const hashHex = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export interface Tc3Request {
  host: string
  service: string
  content_type: string
  body: string
  at: Date
}

/** Signs a POST for Tencent Cloud and returns its `Authorization` (cloud.tencent.com, 签名方法 v3). */
export function signTc3({ host, service, content_type: contentType, body, at }: Tc3Request, key: TencentKey): string {
  const names = 'content-type;host'
  const canonical = ['POST', '/', '', `content-type:${contentType}\nhost:${host}\n`, names, hashHex(body)].join('\n')
  const day = at.toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const text = [algorithm, Math.floor(at.getTime() / 1000), scope, hashHex(canonical)].join('\n')
  const signing = [service, 'tc3_request'].reduce(hmac, hmac(`TC3${key.secret_key}`, day))
  const signature = hmac(signing, text).toString('hex')
  return `${algorithm} Credential=${key.secret_id}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}
