import type { Deps } from '#server/deps.ts'
import { isCorrectPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { listAllSecretKeys } from '#server/domains/accounts/keys/keys.service.ts'
import { instanceAccessRepo } from '#server/domains/rentals/access/instance-access.repo.ts'
import { hasInstanceIdFormat } from '#server/domains/rentals/access/link.policy.ts'
import { recordTimelineEvent } from '#server/domains/rentals/instances/timeline.service.ts'
import { createBackoffPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots, clearRateSlots, type RateSlot, releaseRateSlots } from '#server/http/rate-limits.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'
import { Refusal } from '#server/lib/refusal.ts'

const day = 86_400
const quietSeconds = 600
const recordAgainAfterMs = 3_600_000

/** Origin of a login. `client` is the name that the SSH client reports. */
export interface SshClient {
  ip: string
  client: string
  /** Names the connection in logs and in the audit log. */
  request_id: string
}

/** The instance and user of a login. */
export interface SshLogin {
  instance_id: string
  user_id: string
}

const refusalReason = 'too_many_attempts'
const buildAttemptSlots = (instanceId: string, ip: string) => {
  const network = toSubscriberNetwork(ip)
  return {
    pair: {
      key: `ssh:${instanceId}:${network}`,
      policy: createBackoffPolicy(5, day),
      refusal: refusalReason,
    } satisfies RateSlot,
    network: { key: `ssh:${network}`, policy: createBackoffPolicy(50, quietSeconds), refusal: refusalReason } satisfies RateSlot,
    instance: {
      key: `ssh:${instanceId}`,
      policy: createBackoffPolicy(100, quietSeconds),
      refusal: refusalReason,
    } satisfies RateSlot,
  }
}

const findInstanceLogin = async ({ database }: Deps, id: string) =>
  hasInstanceIdFormat(id) ? await instanceAccessRepo(database.kysely).findLogin(id) : undefined

/**
 * Returns the public keys that may log in: the owner's current keys and the key chosen at creation. Empty if there is no such
 * instance.
 */
export async function listInstancePublicKeys(
  deps: Deps,
  instanceId: string,
): Promise<{ login: SshLogin; keys: { name: string; public_key: string }[] }> {
  const row = await findInstanceLogin(deps, instanceId)
  const login = { instance_id: instanceId, user_id: row?.user_id ?? '' }
  if (!row) return { login, keys: [] }
  const own = await listAllSecretKeys(deps.database.kysely, row.user_id)
  const creation = row.authorized_key ? [{ name: row.secret_key_name ?? '创建时的密钥', public_key: row.authorized_key }] : []
  return { login, keys: [...own, ...creation] }
}

/**
 * Consumes a login attempt before comparing the password, as at sign-in. A missing instance, no password, a wrong password and
 * too many attempts give the same result; all but the last take the same time.
 */
export async function logInByPassword(
  deps: Deps,
  instanceId: string,
  password: string,
  from: SshClient,
): Promise<SshLogin | undefined> {
  const { pair, network, instance } = buildAttemptSlots(hasInstanceIdFormat(instanceId) ? instanceId : 'unknown', from.ip)
  try {
    await claimRateSlots(deps, [pair, network, instance])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await recordRefusals(deps, instanceId, from)
    return undefined
  }
  const row = await findInstanceLogin(deps, instanceId)
  if (!(await isCorrectPassword(row?.password_hash ?? undefined, password)) || !row) return undefined
  await clearRateSlots(deps, [pair])
  await releaseRateSlots(deps, [network, instance])
  return { instance_id: instanceId, user_id: row.user_id }
}

/** Tells the owner about repeated wrong passwords, at most once an hour. */
async function recordRefusals(deps: Deps, instanceId: string, { ip }: SshClient): Promise<void> {
  if (await findInstanceLogin(deps, instanceId))
    await recordTimelineEventOnce(deps, instanceId, 'SSH 密码多次错误', `来自 ${ip}，已暂时拒绝`, { actor: 'system' })
}

/** Records each login in the audit log; on the timeline only once an hour per method and address. */
export async function recordSshLogin(
  deps: Deps,
  { instance_id: instanceId, user_id: userId }: SshLogin,
  { ip, client, request_id: requestId }: SshClient,
  how: string,
): Promise<void> {
  const at = deps.clock.now()
  const userAgent = client.slice(0, 300)
  await instanceAccessRepo(deps.database.kysely).recordLogin({
    at,
    user_id: userId,
    target_id: instanceId,
    ip,
    user_agent: userAgent,
    request_id: requestId,
  })
  await recordTimelineEventOnce(deps, instanceId, 'SSH 登录', `${how}，来自 ${ip}`, { actor: 'user', actor_id: userId })
}

/** Adds a timeline line at most once an hour. */
export async function recordTimelineEventOnce(
  { database, clock }: Deps,
  instanceId: string,
  title: string,
  detail: string,
  by: { actor: 'user' | 'system'; actor_id?: string },
): Promise<void> {
  const at = clock.now()
  const since = new Date(at.getTime() - recordAgainAfterMs)
  if (await instanceAccessRepo(database.kysely).isNoted(instanceId, title, detail, since)) return
  await database.transaction((trx) => recordTimelineEvent(trx, instanceId, { at, ...by, title, detail }))
}
