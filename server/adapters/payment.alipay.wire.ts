import { type KeyObject, sign, verify } from 'node:crypto'
import { zoneOffsetMs } from '#contract/day.ts'

const algorithm = 'RSA-SHA256'

/** Formats as `2026-11-21 14:05:00`, in China time. */
export const formatAlipayTime = (at: Date): string =>
  new Date(at.getTime() + zoneOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

/** Builds the text to sign: all non-empty values sorted by name, not URL-encoded (open.alipay.com, 自行实现签名). */
export const buildAlipaySignedText = (fields: Readonly<Record<string, string>>, ...without: string[]): string =>
  Object.keys(fields)
    .filter((name) => fields[name] !== '' && !without.includes(name))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

export const signRsa2 = (text: string, key: KeyObject): string => sign(algorithm, Buffer.from(text), key).toString('base64')

export function isRsa2Signed(text: string, signature: string, key: KeyObject): boolean {
  try {
    return verify(algorithm, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/**
 * Returns the object under `name` in a response, unchanged character by character, because Alipay signs that text
 * (open.alipay.com, 自行实现验签: 同步返回验签). Undefined if there is none.
 */
export function findSignedObject(answer: string, name: string): string | undefined {
  const label = `"${name}"`
  const at = answer.indexOf(label)
  const start = at < 0 ? -1 : answer.indexOf('{', at + label.length)
  if (start < 0) return
  let depth = 0
  let quoted = false
  for (let i = start; i < answer.length; i += 1) {
    const c = answer[i]
    if (quoted) {
      if (c === '\\') i += 1
      else if (c === '"') quoted = false
    } else if (c === '"') quoted = true
    else if (c === '{') depth += 1
    else if (c === '}') {
      depth -= 1
      if (depth === 0) return answer.slice(start, i + 1)
    }
  }
  return
}
