import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type CertificationKind, certificationKinds } from '#contract/certification.ts'
import type { OperatorRealName, OperatorRealNameDetail, RevealedRealName } from '#contract/operator/real-names.ts'
import type { DB } from '#server/db/types.ts'
import { isOperatorOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { findPicture, removePictures } from '#server/domains/accounts/pictures/pictures.service.ts'
import { presentCertification as presentOwn } from '#server/domains/accounts/users/certification.service.ts'
import { certificationsRepo } from '#server/domains/accounts/users/certifications.repo.ts'
import { unsealIdentity } from '#server/domains/accounts/users/identity-vault.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Case = NonNullable<Awaited<ReturnType<ReturnType<typeof certificationsRepo>['case']>>>
type Decision = { status: 'passed' } | { status: 'refused'; reason: string }

const present = (row: Case, { caller }: Context): z.input<typeof OperatorRealName> => ({
  ...presentOwn(row),
  owner: { id: row.user_id, nickname: row.nickname, name: row.name_masked },
  decided_by: row.decided_by === null ? null : { id: row.decided_by, nickname: row.decider ?? '' },
  own: row.user_id === caller.user_id,
})

export async function listCertificationCases(ctx: Context, query: Parameters<ReturnType<typeof certificationsRepo>['cases']>[0]) {
  const { items, total } = await certificationsRepo(ctx.deps.database.kysely).cases(query)
  return { items: items.map((row) => present(row, ctx)), total }
}

async function getDetail(db: Kysely<DB>, ctx: Context, id: string): Promise<z.input<typeof OperatorRealNameDetail>> {
  const repo = certificationsRepo(db)
  const row = await repo.case(id)
  if (!row) throw new Refusal('not_found')
  const others = (await repo.list(row.user_id)).filter((other) => other.id !== id)
  return {
    ...present(row, ctx),
    has_picture: row.picture_id !== null,
    twin: await repo.isTaken(row.number_index, row.user_id),
    earlier: others.map(presentOwn),
  }
}

export const getCertificationCase = (ctx: Context, id: string) => getDetail(ctx.deps.database.kysely, ctx, id)

/** Returns a pending case for a reviewer with a fresh identity proof; refuses cases of the reviewer's own accounts. */
async function getReviewableCase(ctx: Context, id: string) {
  const row = await certificationsRepo(ctx.deps.database.kysely).sealed(id)
  if (!row) throw new Refusal('not_found')
  if (row.status !== 'pending') throw new Refusal('certification_closed')
  if (await isOperatorOwnAccount(ctx.deps.database.kysely, ctx.caller.user_id, row.user_id)) throw new Refusal('own_change')
  return row
}

/** Reveals the full numbers for comparison with the picture. The reason goes to the audit log, the numbers never do. */
export async function revealCertificationCase(
  ctx: Context,
  id: string,
  reason: string,
): Promise<z.input<typeof RevealedRealName>> {
  const row = await getReviewableCase(ctx, id)
  ctx.audit({ after: { reason } })
  const open = (cipher: string | null) => (cipher === null ? null : unsealIdentity(ctx.deps.keys, row.user_id, cipher))
  return {
    number: unsealIdentity(ctx.deps.keys, row.user_id, row.number_cipher),
    person: open(row.person_cipher),
    email: open(row.email_cipher),
    applicant: open(row.name_cipher),
    applicant_id_number: open(row.id_number_cipher),
  }
}

export async function getCertificationPicture(ctx: Context, id: string): Promise<Download> {
  const row = await getReviewableCase(ctx, id)
  const picture = row.picture_id ? await findPicture(ctx.deps.database.kysely, ctx.deps, row.picture_id) : undefined
  if (!picture) throw new Refusal('not_found')
  return { body: picture.bytes, type: picture.type }
}

/** Decides a case, once, and deletes the picture, which is no longer needed (product §6). */
export const decideCertificationCase = (ctx: Context, id: string, decision: Decision) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const repo = certificationsRepo(tx.db)
    const row = await repo.lock(id)
    if (!row) throw new Refusal('not_found')
    if (await isOperatorOwnAccount(tx.db, caller.user_id, row.user_id)) throw new Refusal('own_change')
    if (row.status !== 'pending') throw new Refusal('certification_closed')
    const closed = await repo.close(id, { ...decision, decided_at: deps.clock.now(), decided_by: caller.user_id })
    if (!closed) throw new Refusal('certification_taken')
    await removePictures(tx.db, row.picture_id ? [row.picture_id] : [])
    ctx.audit({ before: { status: row.status }, after: { ...decision } })
    const kind = certificationKinds[row.kind as CertificationKind]
    await notifyUser(tx, {
      user_id: row.user_id,
      class: 'review',
      title: decision.status === 'passed' ? `${kind}认证已通过` : `${kind}认证被驳回`,
      content:
        decision.status === 'passed'
          ? `${row.organisation} 的认证已通过，证件照片已删除。`
          : `原因：${decision.reason}。证件照片已删除，修改后可以重新提交。`,
      link: '/console/account/certification-details',
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'user', id: row.user_id })
    return getDetail(tx.db, ctx, id)
  })
