import { createHash, createPrivateKey, createPublicKey, generateKeyPair as generate, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { GeneratedKeyAlgorithm, KeyAlgorithm } from '#contract/secret-keys.ts'

const rsaBitsMin = 3072

/** Prefix of each kind of key. */
export const keyPrefixes: Record<z.infer<typeof KeyAlgorithm>, string> = {
  ed25519: 'ssh-ed25519 ',
  ecdsa: 'ecdsa-sha2-',
  rsa: 'ssh-rsa ',
}

export interface PublicKey {
  algorithm: z.infer<typeof KeyAlgorithm>
  bits: number
  /** `SHA256:…` as `ssh-keygen -l` prints it. */
  fingerprint: string
  /** `ssh-ed25519 AAAA…`, without options and comment. */
  public_key: string
}

/** Bits and JWK name of each OpenSSH curve. */
const curves: Record<string, { bits: number; crv: string }> = {
  nistp256: { bits: 256, crv: 'P-256' },
  nistp384: { bits: 384, crv: 'P-384' },
  nistp521: { bits: 521, crv: 'P-521' },
}

const encodeField = (value: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(value.length)
  return Buffer.concat([length, value])
}

/** Encodes a positive integer in SSH format: no leading zeros, except one if the high bit is set. */
const encodeMpint = (value: Buffer) => {
  const first = value.findIndex((byte) => byte !== 0)
  const trimmed = value.subarray(first < 0 ? value.length : first)
  return encodeField(trimmed[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), trimmed]) : trimmed)
}

function parseFields(blob: Buffer): Buffer[] {
  const fields: Buffer[] = []
  for (let at = 0; at < blob.length; ) {
    if (at + 4 > blob.length) throw new RangeError('truncated key')
    const length = blob.readUInt32BE(at)
    if (at + 4 + length > blob.length) throw new RangeError('truncated key')
    fields.push(blob.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}

/** Builds the key; the first field of the blob repeats the algorithm name. */
const buildPublicKey = (algorithm: PublicKey['algorithm'], bits: number, blob: Buffer): PublicKey => ({
  algorithm,
  bits,
  fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
  public_key: `${parseFields(blob)[0]} ${blob.toString('base64')}`,
})

/** Returns whether x and y are a point on the curve, not only of the right length. */
function isOnCurve(crv: string, point: Buffer): boolean {
  const half = (point.length - 1) / 2
  const [x, y] = [point.subarray(1, 1 + half), point.subarray(1 + half)].map((part) => part.toString('base64url'))
  try {
    return createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' }).type === 'public'
  } catch {
    return false
  }
}

/** Parses one OpenSSH public key line. Throws a Chinese message for anything but ed25519, ECDSA and RSA of 3072 bits or more. */
export function parseSshPublicKey(text: string): PublicKey {
  const found = /(?:^|\s)(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521))\s+([A-Za-z0-9+/]+={0,2})(?:\s|$)/.exec(text.trim())
  if (/PRIVATE KEY/.test(text)) throw new RangeError('这是私钥。请粘贴公钥，私钥不要交给任何人')
  if (!found && /(?:^|\s)sk-(?:ssh|ecdsa)-/.test(text))
    throw new RangeError('暂不支持硬件安全密钥（sk-…），请用 Ed25519、ECDSA 或 RSA 公钥')
  if (!found || /[\r\n]/.test(text.trim()))
    throw new RangeError('公钥格式有误，应以 ssh-ed25519、ecdsa-sha2-nistp256（384、521）或 ssh-rsa 开头，且只有一行')
  const blob = Buffer.from(found[2]!, 'base64')
  const malformed = new RangeError('公钥内容不完整，请重新复制')
  let fields: Buffer[]
  try {
    fields = parseFields(blob)
  } catch {
    throw malformed
  }
  if (fields[0]?.toString() !== found[1]) throw malformed
  if (found[1] === 'ssh-ed25519') {
    if (fields.length !== 2 || fields[1]!.length !== 32) throw malformed
    return buildPublicKey('ed25519', 256, blob)
  }
  const curve = curves[found[1]!.replace('ecdsa-sha2-', '')]
  if (curve) {
    const [, name, point] = fields
    const length = 1 + 2 * Math.ceil(curve.bits / 8)
    if (fields.length !== 3 || found[1] !== `${keyPrefixes.ecdsa}${name}` || point?.length !== length) throw malformed
    if (point[0] !== 4 || !isOnCurve(curve.crv, point)) throw malformed
    return buildPublicKey('ecdsa', curve.bits, blob)
  }
  const [, exponent, modulus] = fields
  if (fields.length !== 3 || !exponent?.length || !modulus?.length) throw malformed
  const bits = BigInt(`0x${modulus.toString('hex')}`).toString(2).length
  if (bits < rsaBitsMin) throw new RangeError(`RSA 密钥至少 ${rsaBitsMin} 位，这把只有 ${bits} 位`)
  if (bits > 16_384) throw new RangeError('RSA 密钥过长')
  return buildPublicKey('rsa', bits, blob)
}

const Jwk = z.object({ x: z.string().optional(), n: z.string().optional(), e: z.string().optional() })
const decodeBase64Url = (value: string | undefined) => Buffer.from(value ?? '', 'base64url')

/** Formats the OpenSSH private key file of an ed25519 pair (PROTOCOL.key, unencrypted). */
function formatOpenSshEd25519(blob: Buffer, seed: Buffer, point: Buffer): string {
  const check = randomBytes(4)
  const inner = Buffer.concat([
    check,
    check,
    encodeField(Buffer.from('ssh-ed25519')),
    encodeField(point),
    encodeField(Buffer.concat([seed, point])),
    encodeField(Buffer.from('zhisuan')),
  ])
  const padding = Buffer.from(Array.from({ length: (8 - (inner.length % 8)) % 8 }, (_, i) => i + 1))
  const count = Buffer.from([0, 0, 0, 1])
  const none = encodeField(Buffer.from('none'))
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    none,
    none,
    encodeField(Buffer.alloc(0)),
    count,
    encodeField(blob),
    encodeField(Buffer.concat([inner, padding])),
  ])
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${body.toString('base64').replace(/.{1,70}/g, '$&\n')}-----END OPENSSH PRIVATE KEY-----\n`
}

/** Runs off the event loop, because an RSA pair takes a good part of a second. */
const newPair = promisify(generate)

/** Header before the seed in PKCS #8, Node's format for an ed25519 private key. */
const pkcs8Ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Creates the ed25519 pair of a 32-byte seed: the same seed gives the same pair. */
export function createEd25519Pair(seed: Buffer): PublicKey & { private_key: string } {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Ed25519Prefix, seed]), format: 'der', type: 'pkcs8' })
  const point = decodeBase64Url(Jwk.parse(createPublicKey(key).export({ format: 'jwk' })).x)
  const blob = Buffer.concat([encodeField(Buffer.from('ssh-ed25519')), encodeField(point)])
  return { ...buildPublicKey('ed25519', 256, blob), private_key: formatOpenSshEd25519(blob, seed, point) }
}

/** Generates a new pair; the private part is returned once and never stored. RSA comes as PKCS #1 PEM, which OpenSSH reads. */
export async function generateKeyPair(
  algorithm: z.infer<typeof GeneratedKeyAlgorithm>,
): Promise<PublicKey & { private_key: string }> {
  if (algorithm === 'ed25519') return createEd25519Pair(randomBytes(32))
  const { privateKey } = await newPair('rsa', { modulusLength: rsaBitsMin })
  const jwk = Jwk.parse(createPublicKey(privateKey).export({ format: 'jwk' }))
  const blob = Buffer.concat([
    encodeField(Buffer.from('ssh-rsa')),
    encodeMpint(decodeBase64Url(jwk.e)),
    encodeMpint(decodeBase64Url(jwk.n)),
  ])
  return {
    ...buildPublicKey('rsa', rsaBitsMin, blob),
    private_key: privateKey.export({ format: 'pem', type: 'pkcs1' }).toString(),
  }
}
