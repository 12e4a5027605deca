import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { accessRoles } from '#contract/access.ts'
import type { ResultCodeName } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import type { IdentityReviewState, RealName, RealNameForm, RevealedIdentity } from '#contract/users.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { reportProviderTroubles } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import { computeAge } from '#server/domains/accounts/users/birthday.ts'
import { recordConsent } from '#server/domains/accounts/users/consents.service.ts'
import { identityReviewsRepo } from '#server/domains/accounts/users/identity-reviews.repo.ts'
import { computeBlindIndex, sealIdentity, unsealIdentity } from '#server/domains/accounts/users/identity-vault.ts'
import { type RealNameRow, realNamesRepo } from '#server/domains/accounts/users/real-names.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { maskIdNumber, maskName } from '#server/lib/mask.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { type IdentityAnswer, type IdentityCheck, IdentityUncheckedError } from '#server/ports/identity.ts'
import type { Tx } from '#server/tx.ts'

export type PersonIdentity = Pick<z.output<typeof RealNameForm>, 'name' | 'id_number'>
type Shown = z.input<typeof RealName>

const checksPerDay = 10

const present = (row: RealNameRow | undefined): Shown => ({
  passed: row ? 'T' : 'F',
  kind: row ? 'personal' : null,
  name: row?.name_masked ?? null,
  id_number: row?.id_number_masked ?? null,
  verified_at: row?.verified_at.toISOString() ?? null,
  review: null,
})

/** Returns the verified identity, or the state of a submitted review. */
async function getRealNameView(db: Kysely<DB>, userId: string): Promise<Shown> {
  const row = await realNamesRepo(db).find(userId)
  const review = row ? undefined : await identityReviewsRepo(db).latest(userId)
  if (!review) return present(row)
  const { status, reason, name_masked: nameMasked, id_number_masked: idNumberMasked, submitted_at: submittedAt } = review
  return {
    ...present(undefined),
    name: nameMasked,
    id_number: idNumberMasked,
    review: { status: status as IdentityReviewState, reason, submitted_at: submittedAt.toISOString() },
  }
}

export const getRealName = ({ deps, caller }: Context): Promise<Shown> => getRealNameView(deps.database.kysely, caller.user_id)

/** Reveals the caller's own name and number in full. The call leaves a row in the audit log, as every POST does. */
export async function revealRealName(ctx: Context): Promise<z.input<typeof RevealedIdentity>> {
  const { deps, caller } = ctx
  const sealed = await realNamesRepo(deps.database.kysely).sealed(caller.user_id)
  if (!sealed) throw new Refusal('real_name_required')
  const open = (cipher: string) => unsealIdentity(deps.keys, caller.user_id, cipher)
  return { name: open(sealed.name_cipher), id_number: open(sealed.id_number_cipher) }
}

/**
 * Verifies a person, once per account and once per ID number (product §6). Asks the authority before the transaction, which must
 * not wait for the network; skips it for a user already verified or waiting for a reviewer. Whom the authority does not know, or
 * cannot be asked about, waits for a reviewer.
 */
export async function verifyRealName(ctx: Context, person: PersonIdentity): Promise<Shown> {
  const { deps, caller } = ctx
  const { kysely } = deps.database
  const done = await realNamesRepo(kysely).find(caller.user_id)
  const waits = !done && (await identityReviewsRepo(kysely).latest(caller.user_id))?.status === 'pending'
  const confirmed = done !== undefined || (!waits && (await checkPerson(ctx, person)))
  // Refuse inside the transaction, so that a retry with the same idempotency key gets the first call's answer.
  return ctx.transaction(async (tx) => {
    const store = confirmed ? storeIdentity : createIdentityReview
    await store(tx, caller.user_id, person)
    await recordConsent(tx.db, deps, { user_id: caller.user_id, ip: ctx.request.ip, purpose: 'real_name' })
    return getRealNameView(tx.db, caller.user_id)
  })
}

/**
 * Returns whether the authority confirms that name and number match; false if a reviewer has to look. Throws unless the person is
 * old enough, and if the authority says that they do not match or the number verifies somebody else. Mismatch and duplicate give
 * the same answer in the same time, so that nobody learns which numbers are registered. Without an authority, reviewers find the
 * duplicate.
 */
async function checkPerson({ deps, caller }: Context, person: PersonIdentity): Promise<boolean> {
  // requirements §9: minors need a guardian
  if (computeAge(person.id_number, deps.clock.now()) < limits.minGuardianAge) throw createFieldRefusal('under_age', 'id_number')
  await claimRateSlots(deps, [
    { key: `real-name:${caller.user_id}`, policy: createWindowPolicy(checksPerDay, 86_400), refusal: 'too_many_attempts' },
  ])
  if (!deps.identity) return false
  const taken = await realNamesRepo(deps.database.kysely).isTaken(computeBlindIndex(deps.keys, person.id_number), caller.user_id)
  const answer = await askAuthority(deps, deps.identity, person)
  if (answer === 'mismatch' || (answer === 'match' && taken)) throw createFieldRefusal('real_name_mismatch', 'id_number')
  return answer === 'match'
}

/** An outage is no answer; whoever has to mend something there is told. */
async function askAuthority(deps: Deps, identity: IdentityCheck, person: PersonIdentity): Promise<IdentityAnswer> {
  try {
    return await identity.check(person)
  } catch (error) {
    // An unknown error's message may contain personal data.
    deps.log.error({ failure: error instanceof Error ? error.name : typeof error }, 'identity could not be checked')
    if (error instanceof IdentityUncheckedError) await reportProviderTroubles(deps, [error.trouble])
    return 'no_record'
  }
}

/** Adds a sealed identity to the reviewers' queue. Tells the reviewer, not the person, if the number verifies another account. */
async function createIdentityReview(tx: Tx, userId: string, { name, id_number: idNumber }: PersonIdentity): Promise<void> {
  if (await realNamesRepo(tx.db).find(userId)) throw new Refusal('real_name_done')
  const inserted = await identityReviewsRepo(tx.db).insert({
    id: newId('identity'),
    user_id: userId,
    status: 'pending',
    name_cipher: sealIdentity(tx.deps.keys, userId, name),
    id_number_cipher: sealIdentity(tx.deps.keys, userId, idNumber),
    id_number_index: computeBlindIndex(tx.deps.keys, idNumber),
    name_masked: maskName(name),
    id_number_masked: maskIdNumber(idNumber),
    submitted_at: tx.now(),
  })
  if (!inserted) throw new Refusal('certification_open')
  for (const reviewer of await listOperatorsWithRoles(tx.db, accessRoles.operator_review)) {
    if (reviewer === userId) continue
    await notifyUser(tx, {
      user_id: reviewer,
      class: 'review',
      title: '有一个个人实名待审核',
      content: '请核对姓名与身份证号后通过或驳回；通过之前对方不能下单。',
      link: '/operator/identities?status=pending',
    })
  }
  await publishChange(tx, { user_id: userId, resource: 'user', id: userId })
}

/** Stores a verified identity, sealed. Refuses a second identity; refuses with `taken` if the number verifies another account. */
export async function storeIdentity(
  tx: Tx,
  userId: string,
  { name, id_number: idNumber }: PersonIdentity,
  taken: ResultCodeName = 'real_name_mismatch',
): Promise<void> {
  const repo = realNamesRepo(tx.db)
  const shown = {
    kind: 'personal',
    name_masked: maskName(name),
    id_number_masked: maskIdNumber(idNumber),
    verified_at: tx.now(),
  }
  const stored = await repo.insert({
    user_id: userId,
    name_cipher: sealIdentity(tx.deps.keys, userId, name),
    id_number_cipher: sealIdentity(tx.deps.keys, userId, idNumber),
    id_number_index: computeBlindIndex(tx.deps.keys, idNumber),
    ...shown,
  })
  if (!stored) throw (await repo.find(userId)) ? new Refusal('real_name_done') : createFieldRefusal(taken, 'id_number')
  await publishChange(tx, { user_id: userId, resource: 'user', id: userId })
}
