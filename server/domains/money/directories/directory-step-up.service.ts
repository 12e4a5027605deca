import type { DirectoryReturn, DirectoryVisit } from '#contract/directories.ts'
import { buildStepUpSlot, markSteppedUp } from '#server/domains/accounts/auth/step-up.service.ts'
import { askDirectory, toConnection } from '#server/domains/money/directories/connection.service.ts'
import { directoryPeopleRepo } from '#server/domains/money/directories/directory-people.repo.ts'
import { beginVisit, finishVisit } from '#server/domains/money/directories/visits.service.ts'
import type { Context } from '#server/http/context.ts'
import { claimRateSlots, releaseRateSlots } from '#server/http/rate-limits.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

async function requireOwnDirectory({ deps, caller }: Context) {
  const row = await directoryPeopleRepo(deps.database.kysely).directoryOf(caller.user_id)
  if (!row?.enabled) throw new Refusal('directory_off')
  return row
}

/** Sends the caller's browser to the provider, which asks for the password again. */
export async function beginDirectoryStepUp(ctx: Context): Promise<DirectoryVisit> {
  return beginVisit(ctx, await requireOwnDirectory(ctx), { session_id: ctx.caller.session_id })
}

/** Marks the session whose user has proved to be the same person at the provider. */
export async function finishDirectoryStepUp(ctx: Context, returned: DirectoryReturn): Promise<{ valid_until: string }> {
  const own = await requireOwnDirectory(ctx)
  const { directory, person } = await finishVisit(ctx, returned, ctx.caller.session_id)
  if (directory.id !== own.id || person.subject !== own.subject) throw new Refusal('directory_other_person')
  return markSteppedUp(ctx)
}

/** Proves the caller's identity by the password of an LDAP directory. */
export async function proveDirectoryPassword(ctx: Context, password: string): Promise<{ valid_until: string }> {
  const { deps, caller } = ctx
  const own = await requireOwnDirectory(ctx)
  const slot = buildStepUpSlot(caller.user_id)
  await claimRateSlots(deps, [slot])
  const person = await askDirectory(deps, own, () =>
    deps.directories.checkPassword(toConnection(deps, own), { subject: own.subject, password }),
  )
  if (!person) throw createFieldRefusal('wrong_password', 'password')
  await releaseRateSlots(deps, [slot])
  return markSteppedUp(ctx)
}
