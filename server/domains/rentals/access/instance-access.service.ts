import { type InstanceAccess, type LinkPort, linkPorts } from '#contract/instance-access.ts'
import { isActionAllowed } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { parseSshPublicKey } from '#server/domains/accounts/keys/key-pair.service.ts'
import { listAllSecretKeys } from '#server/domains/accounts/keys/keys.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { instanceAccessRepo } from '#server/domains/rentals/access/instance-access.repo.ts'
import { buildLinkOrigin } from '#server/domains/rentals/access/link.policy.ts'
import { recordTimelineEventOnce } from '#server/domains/rentals/access/ssh-login.service.ts'
import {
  createFirstSshPassword,
  createSshPassword,
  unsealSshPassword,
} from '#server/domains/rentals/access/ssh-password.service.ts'
import { createInstanceConnector } from '#server/domains/rentals/instances/instance-exec.service.ts'
import { assertInstanceActionAllowed, getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { recordTimelineEvent } from '#server/domains/rentals/instances/timeline.service.ts'
import type { Context } from '#server/http/context.ts'
import { newToken } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { PortClosed } from '#server/ports/driver-errors.ts'

type Row = Awaited<ReturnType<typeof getOwnInstance>>

export const portEntryPath = '/.zhisuan/enter'
const ticketMs = 30_000
const probeMs = 2_000

/** Lists the keys that may log in: the account's current keys, and the one chosen at creation even if it was deleted since. */
async function listLoginKeys(deps: Deps, row: Row) {
  const keys = (await listAllSecretKeys(deps.database.kysely, row.user_id)).map(({ name, fingerprint }) => ({
    name,
    fingerprint,
    of: 'account' as const,
  }))
  if (!row.authorized_key) return keys
  const { fingerprint } = parseSshPublicKey(row.authorized_key)
  if (keys.some((key) => key.fingerprint === fingerprint)) return keys
  return [...keys, { name: row.secret_key_name ?? '创建时的密钥', fingerprint, of: 'creation' as const }]
}

/** Whether something listens on a port now; null if the engine cannot tell in time. */
async function isPortOpen(deps: Deps, row: Row, port: number): Promise<boolean | null> {
  if (!isActionAllowed('terminal', row.status)) return false
  const patience = new AbortController()
  const late = deps.clock.sleep(probeMs, patience.signal).then(() => {
    patience.abort()
    return null
  })
  const answer = createInstanceConnector(deps, row)
    .dial(port, patience.signal)
    .then(
      (stream) => {
        stream.on('error', () => undefined).destroy()
        return true
      },
      (error: unknown) => (error instanceof PortClosed ? false : null),
    )
  const open = await Promise.race([answer, late])
  patience.abort()
  return open
}

async function listPorts(deps: Deps, row: Row): Promise<NonNullable<InstanceAccess['ports']>> {
  const ports = await Promise.all(
    (Object.keys(linkPorts).map(Number) as LinkPort[]).map(async (port) => ({
      port,
      ...linkPorts[port],
      open: await isPortOpen(deps, row, port),
    })),
  )
  // Only some images contain JupyterLab; the link is offered only if it answers.
  return ports.filter(({ kind, open }) => kind === 'http' || open)
}

export async function getInstanceAccess(ctx: Context, id: string): Promise<InstanceAccess> {
  const { deps } = ctx
  const row = await getOwnInstance(ctx, id)
  const { ssh, http } = deps.gateways ?? {}
  const password = await instanceAccessRepo(deps.database.kysely).findPassword(id)
  return {
    ssh: ssh
      ? {
          ...ssh,
          user: id,
          command: `ssh -p ${ssh.port} ${id}@${ssh.host}`,
          password_set: password !== undefined,
          password_kept: typeof password?.password_cipher === 'string',
          keys: await listLoginKeys(deps, row),
        }
      : null,
    ports: http ? await listPorts(deps, row) : null,
  }
}

/**
 * Returns the password the instance was created with, until it is reset; creates one if there is none. Each read is recorded on
 * the timeline, because the password outlives the session that read it.
 */
export async function revealInstancePassword(ctx: Context, id: string): Promise<{ password: string }> {
  const { deps, caller, request } = ctx
  const { status } = await getOwnInstance(ctx, id)
  assertInstanceActionAllowed('reset_password', status)
  const by = { actor: 'user', actor_id: caller.user_id } as const
  const repo = instanceAccessRepo(deps.database.kysely)
  if (!(await repo.findPassword(id))) {
    const { password, row } = await createFirstSshPassword(deps, id)
    const inserted = await ctx.transaction(async (tx) => {
      if (!(await instanceAccessRepo(tx.db).insertPassword(row))) return false
      await recordTimelineEvent(tx.db, id, { at: deps.clock.now(), ...by, title: '生成 SSH 密码', detail: null })
      await publishChange(tx, { user_id: caller.user_id, resource: 'instances', id })
      return true
    })
    if (inserted) return { password }
  }
  const cipher = (await repo.findPassword(id))?.password_cipher
  if (!cipher) throw new Refusal('password_not_kept')
  await recordTimelineEventOnce(deps, id, '查看 SSH 密码', `来自 ${request.ip}`, by)
  return { password: unsealSshPassword(deps, id, cipher) }
}

/** Sets a new password, shown once and stored as a hash (product §4). Open connections stay open. */
export async function resetInstancePassword(ctx: Context, id: string): Promise<{ password: string }> {
  const { deps, caller, transaction } = ctx
  const { status } = await getOwnInstance(ctx, id)
  assertInstanceActionAllowed('reset_password', status)
  const password = createSshPassword()
  const hash = await hashPassword(password)
  const at = deps.clock.now()
  await transaction(async (tx) => {
    await instanceAccessRepo(tx.db).setPassword(id, hash, at)
    await recordTimelineEvent(tx.db, id, { at, actor: 'user', actor_id: caller.user_id, title: '重置 SSH 密码', detail: null })
    await publishChange(tx, { user_id: caller.user_id, resource: 'instances', id })
  })
  return { password }
}

/** Returns a one-time URL for a port link, valid for 30 seconds, because console cookies are not sent to the link's origin. */
export async function issuePortTicket(ctx: Context, id: string, port: LinkPort): Promise<{ url: string }> {
  const { deps, caller } = ctx
  const { status } = await getOwnInstance(ctx, id)
  const gateway = deps.gateways?.http
  if (!gateway) throw new Refusal('links_off')
  if (!isActionAllowed('terminal', status)) throw new Refusal('not_running')
  const ticket = newToken()
  const expiresAt = new Date(deps.clock.now().getTime() + ticketMs)
  const { user_id: userId, session_id: sessionId } = caller
  await ctx.transaction((tx) =>
    instanceAccessRepo(tx.db).insertTicket(ticket, {
      instance_id: id,
      user_id: userId,
      session_id: sessionId,
      port,
      expires_at: expiresAt,
    }),
  )
  return { url: `${buildLinkOrigin(gateway, id, port)}${portEntryPath}?ticket=${ticket}` }
}
