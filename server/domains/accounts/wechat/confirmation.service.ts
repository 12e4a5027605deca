import { limits } from '#contract/limits.ts'
import type { Confirmation } from '#contract/wechat.ts'
import type { Deps } from '#server/deps.ts'
import { bindingsRepo } from '#server/domains/accounts/wechat/bindings.repo.ts'
import { deviceOf } from '#server/domains/accounts/wechat/device.policy.ts'
import { stateOf } from '#server/domains/accounts/wechat/scene.policy.ts'
import { type SceneRow, scenesRepo } from '#server/domains/accounts/wechat/scenes.repo.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { isOneOf, signaturesOf } from '#server/lib/signing.ts'

const proofsOf = ({ keys }: Pick<Deps, 'keys'>, scene: string, open_id: string) =>
  signaturesOf(keys.wechat, `confirm:${scene}:${open_id}`)

/** What lets a phone confirm: it is sent to the WeChat that scanned, and to nobody else. */
export const ticketOf = (deps: Pick<Deps, 'keys'>, scene: string, open_id: string): string =>
  `${scene}.${proofsOf(deps, scene, open_id)[0]}`

/** The scene of a ticket. Throws `not_found` for a ticket that was not given out. */
function rowOf(deps: Deps, ticket: string, row: SceneRow | undefined): SceneRow & { open_id: string } {
  const { open_id } = row ?? {}
  if (!row || !open_id) throw new Refusal('not_found')
  const tickets = proofsOf(deps, row.scene, open_id).map((proof) => Buffer.from(`${row.scene}.${proof}`))
  if (!isOneOf(Buffer.from(ticket), tickets)) throw new Refusal('not_found')
  return { ...row, open_id }
}

const sceneOfTicket = (ticket: string): string => ticket.split('.')[0]!

function phoneState(row: SceneRow, now: Date): Confirmation['state'] {
  if (row.confirmed_at) return 'confirmed'
  const state = stateOf(row, now)
  return state === 'waiting' ? 'expired' : state
}

async function accountOf({ database }: Deps, row: SceneRow & { open_id: string }): Promise<string | null> {
  const repo = bindingsRepo(database.kysely)
  const phone = row.user_id === null ? (await repo.findOwner(row.open_id))?.phone : await repo.phoneOf(row.user_id)
  return phone ? maskPhone(phone) : null
}

/** What a person has to see before tapping: whose browser, since when, and which account it would get. */
export async function getConfirmation({ deps }: Context, ticket: string): Promise<Confirmation> {
  const row = rowOf(deps, ticket, await scenesRepo(deps.database.kysely).find(sceneOfTicket(ticket)))
  return {
    state: phoneState(row, deps.clock.now()),
    purpose: row.user_id === null ? 'login' : 'bind',
    device: deviceOf(row.user_agent),
    ip: row.ip,
    asked_at: row.created_at.toISOString(),
    account: await accountOf(deps, row),
  }
}

/** The tap (product §2). A confirmed scene lives longer: a phone may have to be bound, or an account opened. */
export const confirm = ({ deps, transaction }: Context, ticket: string, agreed: boolean) =>
  transaction(async (tx) => {
    const now = deps.clock.now()
    const repo = scenesRepo(tx.db)
    const row = rowOf(deps, ticket, await repo.lock(sceneOfTicket(ticket)))
    const decided = agreed ? ('confirmed' as const) : ('declined' as const)
    const state = phoneState(row, now)
    if (state === decided) return { state: decided }
    if (state !== 'scanned') throw new Refusal('wechat_expired')
    const until = new Date(now.getTime() + limits.wechat_confirmed_seconds * 1000)
    await (agreed ? repo.setConfirmed(row.scene, now, until) : repo.setDeclined(row.scene, now))
    return { state: decided }
  })
