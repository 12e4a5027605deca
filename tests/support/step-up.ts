import { decodeJwt } from 'jose'
import { isOperatorAccess } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { stepUp } from '#contract/step-up.ts'
import type { Deps } from '#server/deps.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import type { ApiCaller, createDownloader } from '#tests/support/calls.ts'

/** Somebody who has just proved by the password who is at the keyboard. */
export async function stepUpByPassword<P extends { call: ApiCaller; user: { password: string } }>(person: P): Promise<P> {
  const { status, raw } = await person.call(stepUp.prove, { body: { password: person.user.password } })
  if (status !== 200) throw new Error(`not proved: ${raw}`)
  return person
}

/** Calls by which operators prove who they are before whatever asks for it, unless they are made `unproved`. */
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
