import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** The key pair of one party. */
export const generateTestKeyPair = (): { privateKey: KeyObject; publicKey: KeyObject } =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })

export const signWithRsa = (text: string, key: KeyObject): string => sign('RSA-SHA256', Buffer.from(text), key).toString('base64')

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts)
/** sha256WithRSAEncryption */
const algorithm = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex'))
const named = (name: string) => sequence(tlv(0x31, sequence(Buffer.from('0603550403', 'hex'), tlv(0x0c, Buffer.from(name)))))
const date = (at: string) => tlv(0x18, Buffer.from(at))

/** A self-signed X.509 certificate, as WeChat Pay delivers its platform certificates. */
export function createCertificate({ privateKey, publicKey }: ReturnType<typeof generateTestKeyPair>, serial: string): string {
  const body = sequence(
    tlv(0x02, Buffer.from(serial, 'hex')),
    algorithm,
    named('Tenpay.com Root CA'),
    sequence(date('20200101000000Z'), date('20500101000000Z')),
    named('Tenpay.com sign'),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = tlv(0x03, Buffer.from([0]), sign('RSA-SHA256', body, privateKey))
  const base64 = sequence(body, algorithm, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}
