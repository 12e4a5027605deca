import { limits } from '#contract/limits.ts'
import type { WechatConfirmation } from '#contract/wechat.ts'
import type { Deps } from '#server/deps.ts'
import { bindingsRepo } from '#server/domains/accounts/wechat/bindings.repo.ts'
import { formatDevice } from '#server/domains/accounts/wechat/device.policy.ts'
import { computeSceneState } from '#server/domains/accounts/wechat/scene.policy.ts'
import { type SceneRow, scenesRepo } from '#server/domains/accounts/wechat/scenes.repo.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { computeSignatures, isTimingSafeMatch } from '#server/lib/signing.ts'

const computeProofs = ({ keys }: Pick<Deps, 'keys'>, scene: string, openId: string) =>
  computeSignatures(keys.wechat, `confirm:${scene}:${openId}`)

/** Creates the ticket that lets a phone confirm; it is sent only to the WeChat that scanned. */
export const createConfirmationTicket = (deps: Pick<Deps, 'keys'>, scene: string, openId: string): string =>
  `${scene}.${computeProofs(deps, scene, openId)[0]}`

/** Returns the scene of a ticket. Throws `not_found` for a ticket that was not issued. */
function requireSceneRow(deps: Deps, ticket: string, row: SceneRow | undefined): SceneRow & { open_id: string } {
  const { open_id: openId } = row ?? {}
  if (!row || !openId) throw new Refusal('not_found')
  const tickets = computeProofs(deps, row.scene, openId).map((proof) => Buffer.from(`${row.scene}.${proof}`))
  if (!isTimingSafeMatch(Buffer.from(ticket), tickets)) throw new Refusal('not_found')
  return { ...row, open_id: openId }
}

const parseTicketScene = (ticket: string): string => ticket.split('.')[0]!

function computePhoneState(row: SceneRow, now: Date): WechatConfirmation['state'] {
  if (row.confirmed_at) return 'confirmed'
  const state = computeSceneState(row, now)
  return state === 'waiting' ? 'expired' : state
}

async function findMaskedPhone({ database }: Deps, row: SceneRow & { open_id: string }): Promise<string | null> {
  const repo = bindingsRepo(database.kysely)
  const phone = row.user_id === null ? (await repo.findOwner(row.open_id))?.phone : await repo.phoneOf(row.user_id)
  return phone ? maskPhone(phone) : null
}

/** Returns what a person must see before confirming: which browser, since when, and which account it would sign in to. */
export async function getConfirmation({ deps }: Context, ticket: string): Promise<WechatConfirmation> {
  const row = requireSceneRow(deps, ticket, await scenesRepo(deps.database.kysely).find(parseTicketScene(ticket)))
  return {
    state: computePhoneState(row, deps.clock.now()),
    purpose: row.user_id === null ? 'login' : 'bind',
    device: formatDevice(row.user_agent),
    ip: row.ip,
    asked_at: row.created_at.toISOString(),
    account: await findMaskedPhone(deps, row),
  }
}

/**
 * Handles the tap on confirm or decline (product §2). A confirmed scene lives longer, because the user may still have to bind a
 * phone or open an account.
 */
export const confirmScene = ({ deps, transaction }: Context, ticket: string, agreed: boolean) =>
  transaction(async (tx) => {
    const now = deps.clock.now()
    const repo = scenesRepo(tx.db)
    const row = requireSceneRow(deps, ticket, await repo.lock(parseTicketScene(ticket)))
    const decided = agreed ? ('confirmed' as const) : ('declined' as const)
    const state = computePhoneState(row, now)
    if (state === decided) return { state: decided }
    if (state !== 'scanned') throw new Refusal('wechat_expired')
    const until = new Date(now.getTime() + limits.wechatConfirmedSeconds * 1000)
    await (agreed ? repo.setConfirmed(row.scene, now, until) : repo.setDeclined(row.scene, now))
    return { state: decided }
  })
