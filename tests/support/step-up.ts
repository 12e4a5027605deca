import { decodeJwt } from 'jose'
import { isOperatorAccess } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { stepUp } from '#contract/step-up.ts'
import type { Deps } from '#server/deps.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import type { ApiCaller, createDownloader } from '#tests/support/calls.ts'

/** Marks a session as having just proved its identity by password. */
export async function stepUpByPassword<P extends { call: ApiCaller; user: { password: string } }>(person: P): Promise<P> {
  const { status, raw } = await person.call(stepUp.prove, { body: { password: person.user.password } })
  if (status !== 200) throw new Error(`not proved: ${raw}`)
  return person
}

/** Proves the operator's identity before each call that requires it, unless the call is made `unproved`. */
export function createSteppedUpCallers(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  call: ApiCaller,
  fetchFile: ReturnType<typeof createDownloader>,
): { call: ApiCaller; fetchFile: typeof fetchFile } {
  const prove = async ({ stepUp, access }: Endpoint, token: string | undefined) => {
    if (!stepUp || !token || !isOperatorAccess(access)) return
    await sessionsRepo(database.kysely).stepUp(String(decodeJwt(token).sid), clock.now())
  }
  return {
    call: async (endpoint, sent, options) => {
      if (!options?.unproved) await prove(endpoint, options?.token)
      return call(endpoint, sent, options)
    },
    fetchFile: async (endpoint, sent, token) => {
      await prove(endpoint, token)
      return fetchFile(endpoint, sent, token)
    },
  }
}
