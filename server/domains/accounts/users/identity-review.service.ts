import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { OperatorIdentity, RevealedIdentityCase } from '#contract/operator/identities.ts'
import type { IdentityReviewState } from '#contract/users.ts'
import type { DB } from '#server/db/types.ts'
import { identityReviewsRepo } from '#server/domains/accounts/users/identity-reviews.repo.ts'
import { unsealIdentity } from '#server/domains/accounts/users/identity-vault.ts'
import { type PersonIdentity, storeIdentity } from '#server/domains/accounts/users/real-name.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Case = NonNullable<Awaited<ReturnType<ReturnType<typeof identityReviewsRepo>['case']>>>
type Decision = { status: 'passed' } | { status: 'refused'; reason: string }

const page = '/console/account/certification-details'

const present = (row: Case, { caller }: Context): z.input<typeof OperatorIdentity> => ({
  id: row.id,
  status: row.status as IdentityReviewState,
  owner: { id: row.user_id, nickname: row.nickname },
  name: row.name_masked,
  id_number: row.id_number_masked,
  twin: row.status === 'pending' && row.twin_id !== null && row.twin_id !== row.user_id,
  reason: row.reason,
  submitted_at: row.submitted_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  decided_by: row.decided_by === null ? null : { id: row.decided_by, nickname: row.decider ?? '' },
  own: row.user_id === caller.user_id,
})

export async function listIdentityReviews(ctx: Context, query: Parameters<ReturnType<typeof identityReviewsRepo>['cases']>[0]) {
  const { items, total } = await identityReviewsRepo(ctx.deps.database.kysely).cases(query)
  return { items: items.map((row) => present(row, ctx)), total }
}

async function getDetail(db: Kysely<DB>, ctx: Context, id: string): Promise<z.input<typeof OperatorIdentity>> {
  const row = await identityReviewsRepo(db).case(id)
  if (!row) throw new Refusal('not_found')
  return present(row, ctx)
}

export const getIdentityReview = (ctx: Context, id: string) => getDetail(ctx.deps.database.kysely, ctx, id)

type Sealed = { user_id: string; status: string; name_cipher: string | null; id_number_cipher: string | null }

/** Unseals a pending identity for a reviewer; refuses the reviewer's own. */
function unsealPerson({ deps, caller }: Context, row: Sealed | undefined): PersonIdentity {
  if (!row) throw new Refusal('not_found')
  if (row.user_id === caller.user_id) throw new Refusal('own_change')
  const { name_cipher: nameCipher, id_number_cipher: idNumberCipher } = row
  if (row.status !== 'pending' || nameCipher === null || idNumberCipher === null) throw new Refusal('certification_closed')
  const open = (cipher: string) => unsealIdentity(deps.keys, row.user_id, cipher)
  return { name: open(nameCipher), id_number: open(idNumberCipher) }
}

/** Reveals the full name and number for comparison. The reason goes to the audit log, the numbers never do. */
export async function revealIdentityReview(
  ctx: Context,
  id: string,
  reason: string,
): Promise<z.input<typeof RevealedIdentityCase>> {
  const person = unsealPerson(ctx, await identityReviewsRepo(ctx.deps.database.kysely).sealed(id))
  ctx.audit({ after: { reason } })
  return person
}

/** Decides a case, once. An approved user counts as verified from now on. */
export const decideIdentityReview = (ctx: Context, id: string, decision: Decision) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const row = await identityReviewsRepo(tx.db).lock(id)
    const person = unsealPerson(ctx, row)
    const { user_id: userId } = row!
    await identityReviewsRepo(tx.db).close(id, { ...decision, decided_at: deps.clock.now(), decided_by: caller.user_id })
    if (decision.status === 'passed') await storeIdentity(tx, userId, person, 'real_name_taken')
    else await publishChange(tx, { user_id: userId, resource: 'user', id: userId })
    ctx.audit({ before: { status: 'pending' }, after: { ...decision } })
    await notifyUser(tx, {
      user_id: userId,
      class: 'review',
      title: decision.status === 'passed' ? '实名认证已通过' : '实名认证被驳回',
      content: decision.status === 'passed' ? '现在可以租用算力了。' : `原因：${decision.reason}。修改后可以重新提交。`,
      link: page,
    })
    return getDetail(tx.db, ctx, id)
  })
