import { createHash, randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const secretLength = 48

export const llmKeyPattern = /^sk-[A-Za-z0-9]{48}$/

/** Returns `sk-` and 285 random bits. */
export const createLlmKeySecret = (): string =>
  `sk-${Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('')}`

/** Returns the stored hash of a secret. With this much entropy no salt is needed, and the lookup time reveals nothing. */
export const hashLlmKeySecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const toSecretHint = (secret: string) => ({ prefix: secret.slice(0, 7), last4: secret.slice(-4) })
