import { CloudError, type describeCloudErrors } from '#server/adapters/cloud-error.ts'
import { callProvider, parseProviderJson } from '#server/adapters/provider-call.ts'
import { type IdentityAnswer, IdentityUncheckedError } from '#server/ports/identity.ts'

export const identityFailureEffect = '在它恢复之前，提交的个人实名改由人工审核'

type Call = (what: string, url: URL, request: RequestInit) => Promise<unknown>

/** Asks a cloud, which answers JSON; whatever goes wrong becomes an `IdentityUncheckedError`. */
export async function callIdentityAuthority(
  failed: ReturnType<typeof describeCloudErrors>,
  ask: (call: Call) => Promise<IdentityAnswer>,
): Promise<IdentityAnswer> {
  const call: Call = async (what, url, request) => {
    const { body } = await callProvider(what, url, request).catch(() => {
      throw failed()
    })
    return parseProviderJson(body)
  }
  try {
    return await ask(call)
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    const { kind, ...trouble } = error.trouble
    throw new IdentityUncheckedError({ ...trouble, kind: kind === 'limit' ? 'outage' : kind })
  }
}
