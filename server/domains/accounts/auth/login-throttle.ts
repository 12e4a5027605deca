import type { Deps } from '#server/deps.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { backOff } from '#server/http/rate-limits.policy.ts'
import { clearSlots, giveBackSlots, type Slot, takeSlots } from '#server/http/rate-limits.ts'
import { networkOf } from '#server/lib/network.ts'

const day = 86_400
const quiet_network_seconds = 600
const refusal = 'too_many_attempts'

const pairSlot = (phone: string, network: string): Slot => ({
  key: `login:${phone}:${network}`,
  policy: backOff(5, day),
  refusal,
})
const networkSlot = (network: string): Slot => ({ key: `login:${network}`, policy: backOff(100, quiet_network_seconds), refusal })
const accountSlot = (phone: string): Slot => ({ key: `login:${phone}`, policy: backOff(100, day), refusal })

/**
 * Takes one try at a password before it is compared, so that parallel guesses count too. Throws `too_many_attempts`.
 * Guesses wait by account and address, by address alone (many accounts) and by account alone (many addresses). The last
 * does not hold where the account is signed in: whoever attacks it from elsewhere cannot keep its owner out.
 */
export async function takeLoginTry(deps: Deps, phone: string, ip: string): Promise<void> {
  const network = networkOf(ip)
  const at_home = await sessionsRepo(deps.database.kysely).isSignedInFrom(phone, ip)
  await takeSlots(deps, [pairSlot(phone, network), networkSlot(network), ...(at_home ? [] : [accountSlot(phone)])])
}

/** The owner has proved to be the owner: earlier failures on the account no longer count. */
export async function forgetLoginTries(deps: Deps, phone: string, ip: string): Promise<void> {
  await clearSlots(deps, [pairSlot(phone, networkOf(ip)), accountSlot(phone)])
}

/** Takes back the try of a right password. Earlier ones of the address stay: they may have been at other accounts. */
export async function giveBackLoginTry(deps: Deps, ip: string): Promise<void> {
  await giveBackSlots(deps, [networkSlot(networkOf(ip))])
}
