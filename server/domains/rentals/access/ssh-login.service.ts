import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { isPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { keysOf } from '#server/domains/accounts/keys/keys.service.ts'
import { instanceAccessRepo } from '#server/domains/rentals/access/instance-access.repo.ts'
import { looksLikeInstance } from '#server/domains/rentals/access/link.policy.ts'
import { noteOnTimeline } from '#server/domains/rentals/instances/timeline.service.ts'
import { backOff } from '#server/http/rate-limits.policy.ts'
import { clearSlots, giveBackSlots, type Slot, takeSlots } from '#server/http/rate-limits.ts'
import { networkOf } from '#server/lib/network.ts'
import { Refusal } from '#server/lib/refusal.ts'

const day = 86_400
const quiet_seconds = 600
const noted_again_ms = 3_600_000

/** Where a login comes from. `client` is what the program calls itself. */
export interface Caller {
  ip: string
  client: string
}

/** Whom a login is for, and how it was proved. */
export interface Login {
  instance_id: string
  user_id: string
}

const refusal = 'too_many_attempts'
const slotsOf = (instance_id: string, ip: string) => {
  const network = networkOf(ip)
  return {
    pair: { key: `ssh:${instance_id}:${network}`, policy: backOff(5, day), refusal } satisfies Slot,
    network: { key: `ssh:${network}`, policy: backOff(50, quiet_seconds), refusal } satisfies Slot,
    instance: { key: `ssh:${instance_id}`, policy: backOff(100, quiet_seconds), refusal } satisfies Slot,
  }
}

const find = async ({ database }: Deps, id: string) =>
  looksLikeInstance(id) ? await instanceAccessRepo(database.kysely).findLogin(id) : undefined

/** Public keys that open an instance: those of its owner now, and the one it was created with. Empty for no such instance. */
export async function keysThatOpen(
  deps: Deps,
  instance_id: string,
): Promise<{ login: Login; keys: { name: string; public_key: string }[] }> {
  const row = await find(deps, instance_id)
  const login = { instance_id, user_id: row?.user_id ?? '' }
  if (!row) return { login, keys: [] }
  const own = await keysOf(deps.database.kysely, row.user_id)
  const creation = row.authorized_key ? [{ name: row.secret_key_name ?? '创建时的密钥', public_key: row.authorized_key }] : []
  return { login, keys: [...own, ...creation] }
}

/**
 * Takes a try before the password is compared, as at sign-in. No such instance, no password set, a wrong one and too many
 * tries are one answer, and all but the last take one time.
 */
export async function loginByPassword(
  deps: Deps,
  instance_id: string,
  password: string,
  from: Caller,
): Promise<Login | undefined> {
  const { pair, network, instance } = slotsOf(looksLikeInstance(instance_id) ? instance_id : 'unknown', from.ip)
  try {
    await takeSlots(deps, [pair, network, instance])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await noteRefusals(deps, instance_id, from)
    return undefined
  }
  const row = await find(deps, instance_id)
  if (!(await isPassword(row?.password_hash ?? undefined, password)) || !row) return undefined
  await clearSlots(deps, [pair])
  await giveBackSlots(deps, [network, instance])
  return { instance_id, user_id: row.user_id }
}

/** Tells the owner of many wrong tries, an hour apart at least. */
async function noteRefusals(deps: Deps, instance_id: string, { ip }: Caller): Promise<void> {
  if (await find(deps, instance_id))
    await noteOnce(deps, instance_id, 'SSH 密码多次错误', `来自 ${ip}，已暂时拒绝`, { actor: 'system' })
}

/** One row in the audit log for each login; on the timeline, one for each way and address within an hour. */
export async function noteLogin(deps: Deps, { instance_id, user_id }: Login, { ip, client }: Caller, how: string): Promise<void> {
  const at = deps.clock.now()
  const user_agent = client.slice(0, 300)
  await instanceAccessRepo(deps.database.kysely).recordLogin({
    at,
    user_id,
    target_id: instance_id,
    ip,
    user_agent,
    request_id: randomUUID(),
  })
  await noteOnce(deps, instance_id, 'SSH 登录', `${how}，来自 ${ip}`, { actor: 'user', actor_id: user_id })
}

/** One line on the timeline within an hour. */
export async function noteOnce(
  { database, clock }: Deps,
  instance_id: string,
  title: string,
  detail: string,
  by: { actor: 'user' | 'system'; actor_id?: string },
): Promise<void> {
  const at = clock.now()
  const since = new Date(at.getTime() - noted_again_ms)
  if (await instanceAccessRepo(database.kysely).isNoted(instance_id, title, detail, since)) return
  await database.transaction((trx) => noteOnTimeline(trx, instance_id, { at, ...by, title, detail }))
}
