import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

const pemPattern = /-----BEGIN /

const normalizePem = (text: string): string => text.replaceAll('\\n', '\n').trim()

/** The first form that reads; the tools of the providers hand out PEM as well as the bare base64 in it. */
function tryReadings<T>(readings: readonly (() => T)[]): T {
  for (const reading of readings.slice(0, -1)) {
    try {
      return reading()
    } catch {
      // another form
    }
  }
  return readings.at(-1)!()
}

/** A private key as PEM (`\n` may be written out) or as bare base64, PKCS#8 or PKCS#1. Throws when it is none. */
export function readPrivateKey(text: string): KeyObject {
  const pem = normalizePem(text)
  if (pemPattern.test(pem)) return createPrivateKey(pem)
  const key = Buffer.from(pem, 'base64')
  return tryReadings((['pkcs8', 'pkcs1'] as const).map((type) => () => createPrivateKey({ key, format: 'der', type })))
}

/** A public key as PEM, also that of a certificate, or as bare base64. Throws when it is none. */
export function readPublicKey(text: string): KeyObject {
  const pem = normalizePem(text)
  if (pemPattern.test(pem)) return createPublicKey(pem)
  const key = Buffer.from(pem, 'base64')
  return tryReadings((['spki', 'pkcs1'] as const).map((type) => () => createPublicKey({ key, format: 'der', type })))
}
