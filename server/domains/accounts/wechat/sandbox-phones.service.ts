import type { EndpointData } from '#contract/endpoint.ts'
import type { sandboxWechat } from '#contract/wechat.ts'
import type { Deps } from '#server/deps.ts'
import { bindingsRepo } from '#server/domains/accounts/wechat/bindings.repo.ts'
import { receiveWechatMessage } from '#server/domains/accounts/wechat/messages.service.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** The simulated WeChat of the sandbox. */
type SandboxWechat = NonNullable<Deps['sandbox']['wechat']>

export async function listSandboxPhones(
  { deps }: Context,
  played: SandboxWechat,
): Promise<EndpointData<typeof sandboxWechat.identities>> {
  const repo = bindingsRepo(deps.database.kysely)
  const present = async (person: ReturnType<SandboxWechat['people']>[number]) => {
    const owner = await repo.findOwner(person.open_id)
    return { ...person, account: owner ? maskPhone(owner.phone) : null }
  }
  return Promise.all(played.people().map(present))
}

/** Simulates a push from WeChat through the same path as a real one, and returns the official account's reply. */
export async function sendSandboxMessage(
  { deps }: Context,
  played: SandboxWechat,
  { open_id: openId, scene }: { open_id: string; scene: string | null },
): Promise<EndpointData<typeof sandboxWechat.send>> {
  const pushed = played.push(openId, scene)
  if (!pushed) throw new Refusal('not_found')
  return { reply: played.read(await receiveWechatMessage(deps, played, pushed.query, pushed.raw)) }
}
