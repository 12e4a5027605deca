import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { roles_of_access } from '#contract/access.ts'
import type { CodeName } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import type { IdentityReviewState, RealName, RealNameForm, RevealedIdentity } from '#contract/users.ts'
import type { DB } from '#server/db/types.ts'
import { operatorsWith } from '#server/domains/accounts/users/accounts.service.ts'
import { ageOf } from '#server/domains/accounts/users/birthday.ts'
import { recordConsent } from '#server/domains/accounts/users/consents.service.ts'
import { identityReviewsRepo } from '#server/domains/accounts/users/identity-reviews.repo.ts'
import { blindIndex, seal, unseal } from '#server/domains/accounts/users/identity-vault.ts'
import { type RealNameRow, realNamesRepo } from '#server/domains/accounts/users/real-names.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { atMost } from '#server/http/rate-limits.policy.ts'
import { takeSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { maskIdNumber, maskName } from '#server/lib/mask.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export type Person = Pick<z.output<typeof RealNameForm>, 'name' | 'id_number'>
type Shown = z.input<typeof RealName>

const checks_per_day = 10

const present = (row: RealNameRow | undefined): Shown => ({
  passed: row ? 'T' : 'F',
  kind: row ? 'personal' : null,
  name: row?.name_masked ?? null,
  id_number: row?.id_number_masked ?? null,
  verified_at: row?.verified_at.toISOString() ?? null,
  review: null,
})

/** The verified identity, or how far the review of one that was handed in is. */
async function show(db: Kysely<DB>, user_id: string): Promise<Shown> {
  const row = await realNamesRepo(db).find(user_id)
  const review = row ? undefined : await identityReviewsRepo(db).latest(user_id)
  if (!review) return present(row)
  const { status, reason, name_masked, id_number_masked, submitted_at } = review
  return {
    ...present(undefined),
    name: name_masked,
    id_number: id_number_masked,
    review: { status: status as IdentityReviewState, reason, submitted_at: submitted_at.toISOString() },
  }
}

export const getRealName = ({ deps, caller }: Context): Promise<Shown> => show(deps.database.kysely, caller.user_id)

/** The own name and number in full. The call leaves its row in the audit log, as every POST does. */
export async function revealRealName(ctx: Context): Promise<z.input<typeof RevealedIdentity>> {
  const { deps, caller } = ctx
  const sealed = await realNamesRepo(deps.database.kysely).sealed(caller.user_id)
  if (!sealed) throw new Refusal('real_name_required')
  const open = (cipher: string) => unseal(deps.keys, caller.user_id, cipher)
  return { name: open(sealed.name_cipher), id_number: open(sealed.id_number_cipher) }
}

/**
 * Verifies a person, once per account and once per ID number (product §6). The authority is asked before the
 * transaction, which must not wait for the network, and not at all for who is verified already.
 */
export async function verifyRealName(ctx: Context, person: Person): Promise<Shown> {
  const { deps, caller } = ctx
  const done = await realNamesRepo(deps.database.kysely).find(caller.user_id)
  if (!done) await checkPerson(ctx, person)
  // Refused inside, so that a repeated call with the same key finds the answer of the first instead.
  return ctx.transaction(async (tx) => {
    const store = deps.identity ? storeIdentity : handInIdentity
    await store(tx, caller.user_id, person)
    await recordConsent(tx.db, deps, { user_id: caller.user_id, ip: ctx.request.ip, purpose: 'real_name' })
    return show(tx.db, caller.user_id)
  })
}

/**
 * Throws unless the person is old enough and the authority, where one is asked, knows this name by this number, which verifies
 * nobody else. Both take the same time and the same words: nobody is told whose numbers are registered. Where reviewers check,
 * they find the twin.
 */
async function checkPerson({ deps, caller }: Context, person: Person): Promise<void> {
  // spec §9: minors need a guardian
  if (ageOf(person.id_number, deps.clock.now()) < limits.min_guardian_age) throw refuseField('under_age', 'id_number')
  await takeSlots(deps, [
    { key: `real-name:${caller.user_id}`, policy: atMost(checks_per_day, 86_400), refusal: 'too_many_attempts' },
  ])
  if (!deps.identity) return
  const taken = await realNamesRepo(deps.database.kysely).isTaken(blindIndex(deps.keys, person.id_number), caller.user_id)
  const matches = await deps.identity.matches(person).catch((error: unknown) => {
    // The authority's own words may repeat the person.
    deps.log.error({ failure: error instanceof Error ? error.name : typeof error }, 'identity could not be checked')
    throw new Refusal('unavailable')
  })
  if (!matches || taken) throw refuseField('real_name_mismatch', 'id_number')
}

/** Puts an identity into the reviewers' queue, sealed. Of a number that verifies another account the reviewer is told, not the person. */
async function handInIdentity(tx: Tx, user_id: string, { name, id_number }: Person): Promise<void> {
  if (await realNamesRepo(tx.db).find(user_id)) throw new Refusal('real_name_done')
  const inserted = await identityReviewsRepo(tx.db).insert({
    id: newId('identity'),
    user_id,
    status: 'pending',
    name_cipher: seal(tx.deps.keys, user_id, name),
    id_number_cipher: seal(tx.deps.keys, user_id, id_number),
    id_number_index: blindIndex(tx.deps.keys, id_number),
    name_masked: maskName(name),
    id_number_masked: maskIdNumber(id_number),
    submitted_at: tx.now(),
  })
  if (!inserted) throw new Refusal('certification_open')
  for (const reviewer of await operatorsWith(tx.db, roles_of_access.operator_review)) {
    if (reviewer === user_id) continue
    await notify(tx, {
      user_id: reviewer,
      class: 'review',
      title: '有一个个人实名待审核',
      content: '请核对姓名与身份证号后通过或驳回；通过之前对方不能下单。',
      link: '/operator/identities?status=pending',
    })
  }
  await publishChange(tx, { user_id, resource: 'user', id: user_id })
}

/** Stores who a user was found to be, sealed; refuses a second identity, and as `taken` a number that verifies another account. */
export async function storeIdentity(
  tx: Tx,
  user_id: string,
  { name, id_number }: Person,
  taken: CodeName = 'real_name_mismatch',
): Promise<void> {
  const repo = realNamesRepo(tx.db)
  const shown = {
    kind: 'personal',
    name_masked: maskName(name),
    id_number_masked: maskIdNumber(id_number),
    verified_at: tx.now(),
  }
  const stored = await repo.insert({
    user_id,
    name_cipher: seal(tx.deps.keys, user_id, name),
    id_number_cipher: seal(tx.deps.keys, user_id, id_number),
    id_number_index: blindIndex(tx.deps.keys, id_number),
    ...shown,
  })
  if (!stored) throw (await repo.find(user_id)) ? new Refusal('real_name_done') : refuseField(taken, 'id_number')
  await publishChange(tx, { user_id, resource: 'user', id: user_id })
}
