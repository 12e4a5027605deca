import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

const pemPattern = /-----BEGIN /

const normalizePem = (text: string): string => text.replaceAll('\\n', '\n').trim()

/** Returns the first reading that succeeds: the providers' tools export both PEM and the bare base64 inside it. */
function tryReadings<T>(readings: readonly (() => T)[]): T {
  for (const reading of readings.slice(0, -1)) {
    try {
      return reading()
    } catch {
      // try the next form
    }
  }
  return readings.at(-1)!()
}

/** Reads a private key from PEM (`\n` may be written as an escape) or bare base64, PKCS#8 or PKCS#1. Throws if it is invalid. */
export function readPrivateKey(text: string): KeyObject {
  const pem = normalizePem(text)
  if (pemPattern.test(pem)) return createPrivateKey(pem)
  const key = Buffer.from(pem, 'base64')
  return tryReadings((['pkcs8', 'pkcs1'] as const).map((type) => () => createPrivateKey({ key, format: 'der', type })))
}

/** Reads a public key from PEM (key or certificate) or from bare base64. Throws if it is invalid. */
export function readPublicKey(text: string): KeyObject {
  const pem = normalizePem(text)
  if (pemPattern.test(pem)) return createPublicKey(pem)
  const key = Buffer.from(pem, 'base64')
  return tryReadings((['spki', 'pkcs1'] as const).map((type) => () => createPublicKey({ key, format: 'der', type })))
}
