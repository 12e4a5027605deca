import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { commonPasswords } from '#server/domains/accounts/auth/common-passwords.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

// OWASP's first choice of parameters for argon2id, the library's default algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hash of an unknown random password at the same cost, so that checking it takes as long as checking a real one. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$ND7VsYgNgTSTn5A+BEEkjA$RP0Xunp0skVG4yQ9ix60yI69bbOuxJFYSOi2z2GPFVA'

/** Limits concurrency, so that a burst of sign-ins cannot take all memory and threads. */
const hashQueue = pLimit(4)

/** Returns an argon2id hash in PHC form. */
export const hashPassword = (password: string): Promise<string> => hashQueue(() => hash(password, cost))

/** Accounts created without a password store another value in its place. */
export const isPasswordHash = (stored: string): boolean => stored.startsWith('$argon2')

/** Checks a password. Without a hash (no such account, no password set) it takes the same time and returns false. */
export async function isCorrectPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash !== undefined && isPasswordHash(passwordHash)
  const right = await hashQueue(() => verify(known ? passwordHash : dummyHash, password))
  return right && known
}

/** Refuses the most common passwords and those that contain the phone. */
export function assertStrongPassword(password: string, phone: string): void {
  if (commonPasswords.has(password.toLowerCase()) || password.includes(phone))
    throw createFieldRefusal('weak_password', 'password')
}
