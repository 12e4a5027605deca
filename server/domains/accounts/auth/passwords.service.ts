import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { commonPasswords } from '#server/domains/accounts/auth/common-passwords.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

// OWASP's first choice for argon2id, the library's default algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hash of a random password nobody knows, at the same cost: checking it takes as long as checking a real one. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$ND7VsYgNgTSTn5A+BEEkjA$RP0Xunp0skVG4yQ9ix60yI69bbOuxJFYSOi2z2GPFVA'

/** A burst of sign-ins must not take the memory and the threads of all. */
const hashQueue = pLimit(4)

/** An argon2id hash in PHC form. */
export const hashPassword = (password: string): Promise<string> => hashQueue(() => hash(password, cost))

/** Accounts that were made without a password have something else in its place. */
export const isPasswordHash = (stored: string): boolean => stored.startsWith('$argon2')

/** Without a hash (no such account, none set) it takes the same time and answers false. */
export async function isCorrectPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash !== undefined && isPasswordHash(passwordHash)
  const right = await hashQueue(() => verify(known ? passwordHash : dummyHash, password))
  return right && known
}

/** Refuses the most common passwords and those that contain the phone itself. */
export function assertStrongPassword(password: string, phone: string): void {
  if (commonPasswords.has(password.toLowerCase()) || password.includes(phone))
    throw createFieldRefusal('weak_password', 'password')
}
