import type { Deps } from '#server/deps.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { createBackoffPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots, clearRateSlots, type RateSlot, releaseRateSlots } from '#server/http/rate-limits.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'

const day = 86_400
const quietNetworkSeconds = 600
const refusal = 'too_many_attempts'

const pairSlot = (phone: string, network: string): RateSlot => ({
  key: `login:${phone}:${network}`,
  policy: createBackoffPolicy(5, day),
  refusal,
})
const networkSlot = (network: string): RateSlot => ({
  key: `login:${network}`,
  policy: createBackoffPolicy(100, quietNetworkSeconds),
  refusal,
})
const accountSlot = (phone: string): RateSlot => ({ key: `login:${phone}`, policy: createBackoffPolicy(100, day), refusal })

/**
 * Counts a password attempt before the comparison, so that parallel guesses count too. Throws `too_many_attempts`. Attempts are
 * throttled per account and address, per address (many accounts) and per account (many addresses). The last limit does not apply
 * where the account is signed in, so that an attacker elsewhere cannot lock the owner out.
 */
export async function claimLoginAttempt(deps: Deps, phone: string, ip: string): Promise<void> {
  const network = toSubscriberNetwork(ip)
  const atHome = await sessionsRepo(deps.database.kysely).isSignedInFrom(phone, ip)
  await claimRateSlots(deps, [pairSlot(phone, network), networkSlot(network), ...(atHome ? [] : [accountSlot(phone)])])
}

/** Clears the failures of an account once its owner has proved their identity. */
export async function clearLoginAttempts(deps: Deps, phone: string, ip: string): Promise<void> {
  await clearRateSlots(deps, [pairSlot(phone, toSubscriberNetwork(ip)), accountSlot(phone)])
}

/**
 * Releases the attempt of a correct password. Earlier attempts from the address stay, because they may concern other accounts.
 */
export async function releaseLoginAttempt(deps: Deps, ip: string): Promise<void> {
  await releaseRateSlots(deps, [networkSlot(toSubscriberNetwork(ip))])
}
