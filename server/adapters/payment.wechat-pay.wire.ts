import { createDecipheriv, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { z } from 'zod'

const algorithm = 'RSA-SHA256'
const tag_bytes = 16

/** An `AEAD_AES_256_GCM` resource, as notices and platform certificates carry it. */
export const Sealed = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string().max(1_048_576),
  nonce: z.string().max(32),
  associated_data: z.string().max(64).nullish(),
})

/** Opens a sealed resource with the APIv3 key. Throws when it was not sealed with it (pay.weixin.qq.com/doc/v3, 如何解密回调报文). */
export function openSealed({ ciphertext, nonce, associated_data }: z.output<typeof Sealed>, v3_key: string): unknown {
  const sealed = Buffer.from(ciphertext, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(v3_key), Buffer.from(nonce), { authTagLength: tag_bytes })
  cipher.setAAD(Buffer.from(associated_data ?? '')).setAuthTag(sealed.subarray(-tag_bytes))
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -tag_bytes)), cipher.final()]).toString('utf8')
  return plain.startsWith('{') ? JSON.parse(plain) : plain
}

const linesOf = (...lines: (string | number)[]): string => lines.map((line) => `${line}\n`).join('')

/** The `Authorization` of a request (pay.weixin.qq.com/doc/v3, 如何生成请求签名). */
export function authorizationOf(
  { mch_id, serial, private_key }: { mch_id: string; serial: string; private_key: KeyObject },
  { method, url, body, at }: { method: string; url: URL; body: string; at: Date },
): string {
  const nonce = randomBytes(16).toString('hex')
  const timestamp = Math.floor(at.getTime() / 1000)
  const text = linesOf(method, url.pathname + url.search, timestamp, nonce, body)
  const fields = {
    mchid: mch_id,
    nonce_str: nonce,
    signature: sign(algorithm, Buffer.from(text), private_key).toString('base64'),
    timestamp,
    serial_no: serial,
  }
  const said = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${said.join(',')}`
}

/** What WeChat Pay says about the body it sent, in an answer as in a notice. */
export interface Signature {
  serial: string
  timestamp: string
  nonce: string
  signature: string
}

const fresh_seconds = 300

/** Whether a body is signed with this key, now. Signatures of its probes (`WECHATPAY/SIGNTEST/…`) never hold, which is their point. */
export function isSigned({ timestamp, nonce, signature }: Signature, body: string, key: KeyObject, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > fresh_seconds) return false
  try {
    return verify(algorithm, Buffer.from(linesOf(timestamp, nonce, body)), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
