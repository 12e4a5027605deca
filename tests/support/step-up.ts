import { decodeJwt } from 'jose'
import { isOperatorAccess } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { step_up } from '#contract/step-up.ts'
import type { Deps } from '#server/deps.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import type { Call, downloadsFrom } from '#tests/support/calls.ts'

/** Somebody who has just proved by the password who is at the keyboard. */
export async function proved<P extends { call: Call; user: { password: string } }>(person: P): Promise<P> {
  const { status, raw } = await person.call(step_up.prove, { body: { password: person.user.password } })
  if (status !== 200) throw new Error(`not proved: ${raw}`)
  return person
}

/** Calls by which operators prove who they are before whatever asks for it, unless they are made `unproved`. */
export function provingOperators(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  call: Call,
  fetchFile: ReturnType<typeof downloadsFrom>,
): { call: Call; fetchFile: typeof fetchFile } {
  const prove = async ({ step_up, access }: Endpoint, token: string | undefined) => {
    if (!step_up || !token || !isOperatorAccess(access)) return
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
