import type { DirectoryReturn, DirectoryVisit } from '#contract/directories.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { askDirectory, type DirectoryRow, toConnection } from '#server/domains/money/directories/connection.service.ts'
import { directoriesRepo } from '#server/domains/money/directories/directories.repo.ts'
import { directoryVisitsRepo } from '#server/domains/money/directories/directory-visits.repo.ts'
import type { Context } from '#server/http/context.ts'
import { getSiteOrigin } from '#server/http/pages.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import { hashTicket, newToken } from '#server/lib/ids.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { DirectoryPerson } from '#server/ports/directory.ts'

/** A whole campus may have one address. */
const perNetworkAndMinute = 600

/** The page that providers send browsers back to; organisations register it. */
export const getDirectoryReturnUrl = (deps: Deps): string => new URL('/sso/callback', getSiteOrigin(deps)).href

const claimDirectoryCall = ({ deps, request }: Context) =>
  claimRateSlots(deps, [
    {
      key: `directory:${toSubscriberNetwork(request.ip)}`,
      policy: createWindowPolicy(perNetworkAndMinute, 60),
      refusal: 'too_many_requests',
    },
  ])

/** Sends a browser to the provider; `session_id` is the session that is to be stepped up, null for a sign-in. */
export async function beginVisit(
  ctx: Context,
  directory: DirectoryRow,
  { session_id: sessionId }: { session_id: string | null },
): Promise<DirectoryVisit> {
  const { deps } = ctx
  await claimDirectoryCall(ctx)
  const secrets = { state: newToken(), nonce: newToken(), code_verifier: newToken() }
  const visit = { ...secrets, return_url: getDirectoryReturnUrl(deps), fresh: sessionId !== null }
  const url = await askDirectory(deps, directory, () => deps.directories.begin(toConnection(deps, directory), visit))
  const browser = newToken()
  const expiresAt = new Date(deps.clock.now().getTime() + limits.directoryVisitSeconds * 1000)
  await directoryVisitsRepo(deps.database.kysely).insert({
    state_hash: hashTicket(secrets.state),
    directory_id: directory.id,
    session_id: sessionId,
    browser_hash: hashTicket(browser),
    nonce: secrets.nonce,
    code_verifier: secrets.code_verifier,
    expires_at: expiresAt,
  })
  return { url, browser, expires_at: expiresAt.toISOString() }
}

/** Takes a browser back: whom the provider vouches for. A visit counts once, whatever comes of it. */
export async function finishVisit(
  ctx: Context,
  { state, browser, answer }: DirectoryReturn,
  sessionId: string | null,
): Promise<{ directory: DirectoryRow; person: DirectoryPerson }> {
  const { deps } = ctx
  await claimDirectoryCall(ctx)
  const { kysely } = deps.database
  const visit = await directoryVisitsRepo(kysely).take(hashTicket(state), hashTicket(browser), deps.clock.now())
  if (!visit || visit.session_id !== sessionId) throw new Refusal('directory_visit_gone')
  const directory = await directoriesRepo(kysely).find(visit.directory_id)
  if (!directory?.enabled) throw new Refusal('directory_off')
  const { nonce, code_verifier: codeVerifier } = visit
  const secrets = {
    return_url: getDirectoryReturnUrl(deps),
    state,
    nonce,
    code_verifier: codeVerifier,
    fresh: sessionId !== null,
  }
  const person = await askDirectory(deps, directory, () =>
    deps.directories.finish(toConnection(deps, directory), secrets, answer),
  )
  return { directory, person }
}
