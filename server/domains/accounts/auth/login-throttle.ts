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
 * Takes one try at a password before it is compared, so that parallel guesses count too. Throws `too_many_attempts`.
 * Guesses wait by account and address, by address alone (many accounts) and by account alone (many addresses). The last
 * does not hold where the account is signed in: whoever attacks it from elsewhere cannot keep its owner out.
 */
export async function claimLoginAttempt(deps: Deps, phone: string, ip: string): Promise<void> {
  const network = toSubscriberNetwork(ip)
  const atHome = await sessionsRepo(deps.database.kysely).isSignedInFrom(phone, ip)
  await claimRateSlots(deps, [pairSlot(phone, network), networkSlot(network), ...(atHome ? [] : [accountSlot(phone)])])
}

/** The owner has proved to be the owner: earlier failures on the account no longer count. */
export async function clearLoginAttempts(deps: Deps, phone: string, ip: string): Promise<void> {
  await clearRateSlots(deps, [pairSlot(phone, toSubscriberNetwork(ip)), accountSlot(phone)])
}

/** Takes back the try of a right password. Earlier ones of the address stay: they may have been at other accounts. */
export async function releaseLoginAttempt(deps: Deps, ip: string): Promise<void> {
  await releaseRateSlots(deps, [networkSlot(toSubscriberNetwork(ip))])
}
