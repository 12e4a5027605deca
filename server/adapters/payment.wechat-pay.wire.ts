import { createDecipheriv, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { z } from 'zod'

const algorithm = 'RSA-SHA256'
const tagBytes = 16

/** An `AEAD_AES_256_GCM` resource, as used in notices and platform certificates. */
export const SealedResource = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string().max(1_048_576),
  nonce: z.string().max(32),
  associated_data: z.string().max(64).nullish(),
})

/** Decrypts a sealed resource with the APIv3 key; throws if another key sealed it (pay.weixin.qq.com/doc/v3, 如何解密回调报文). */
export function decryptSealedResource(
  { ciphertext, nonce, associated_data: associatedData }: z.output<typeof SealedResource>,
  v3Key: string,
): unknown {
  const sealed = Buffer.from(ciphertext, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(v3Key), Buffer.from(nonce), { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(associatedData ?? '')).setAuthTag(sealed.subarray(-tagBytes))
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -tagBytes)), cipher.final()]).toString('utf8')
  return plain.startsWith('{') ? JSON.parse(plain) : plain
}

const joinLines = (...lines: (string | number)[]): string => lines.map((line) => `${line}\n`).join('')

/** Builds the `Authorization` header of a request (pay.weixin.qq.com/doc/v3, 如何生成请求签名). */
export function buildWechatPayAuthorization(
  { mch_id: mchId, serial, private_key: privateKey }: { mch_id: string; serial: string; private_key: KeyObject },
  { method, url, body, at }: { method: string; url: URL; body: string; at: Date },
): string {
  const nonce = randomBytes(16).toString('hex')
  const timestamp = Math.floor(at.getTime() / 1000)
  const text = joinLines(method, url.pathname + url.search, timestamp, nonce, body)
  const fields = {
    mchid: mchId,
    nonce_str: nonce,
    signature: sign(algorithm, Buffer.from(text), privateKey).toString('base64'),
    timestamp,
    serial_no: serial,
  }
  const said = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${said.join(',')}`
}

/** Signature headers of a body from WeChat Pay, in responses and in notices. */
export interface WechatPaySignature {
  serial: string
  timestamp: string
  nonce: string
  signature: string
}

const maxAgeSeconds = 300

/**
 * True if `key` signed the body within the allowed age. WeChat Pay's probe signatures (`WECHATPAY/SIGNTEST/…`) fail by
 * design.
 */
export function isWechatPaySigned(
  { timestamp, nonce, signature }: WechatPaySignature,
  body: string,
  key: KeyObject,
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > maxAgeSeconds) return false
  try {
    return verify(algorithm, Buffer.from(joinLines(timestamp, nonce, body)), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
