import type { DataOf } from '#contract/endpoint.ts'
import type { sandbox_wechat } from '#contract/wechat.ts'
import type { Deps } from '#server/deps.ts'
import { bindingsRepo } from '#server/domains/accounts/wechat/bindings.repo.ts'
import { receiveMessage } from '#server/domains/accounts/wechat/messages.service.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** The WeChat that is played here. */
type Played = NonNullable<Deps['sandbox']['wechat']>

export async function listPhones({ deps }: Context, played: Played): Promise<DataOf<typeof sandbox_wechat.identities>> {
  const repo = bindingsRepo(deps.database.kysely)
  const present = async (person: ReturnType<Played['people']>[number]) => {
    const owner = await repo.findOwner(person.open_id)
    return { ...person, account: owner ? maskPhone(owner.phone) : null }
  }
  return Promise.all(played.people().map(present))
}

/** Pushes what WeChat would push, down the same way, and reads what the official account answers. */
export async function sendFromPhone(
  { deps }: Context,
  played: Played,
  { open_id, scene }: { open_id: string; scene: string | null },
): Promise<DataOf<typeof sandbox_wechat.send>> {
  const pushed = played.push(open_id, scene)
  if (!pushed) throw new Refusal('not_found')
  return { reply: played.read(await receiveMessage(deps, played, pushed.query, pushed.raw)) }
}
