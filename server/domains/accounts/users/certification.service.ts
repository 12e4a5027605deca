import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { accessRoles } from '#contract/access.ts'
import {
  type Certification,
  type CertificationKind,
  type CertificationState,
  type CompanyCertificationForm,
  certificationKinds,
  type UniversityCertificationForm,
  type UniversityStanding,
} from '#contract/certification.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import {
  type ReencodedPicture,
  reencodePicture,
  removePictures,
  storePicture,
} from '#server/domains/accounts/pictures/pictures.service.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { certificationsRepo, type MaskedCertification } from '#server/domains/accounts/users/certifications.repo.ts'
import { recordConsent } from '#server/domains/accounts/users/consents.service.ts'
import { computeBlindIndex, sealIdentity } from '#server/domains/accounts/users/identity-vault.ts'
import { realNamesRepo } from '#server/domains/accounts/users/real-names.repo.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { maskEmail, maskName, maskNumber } from '#server/lib/mask.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Shown = z.input<typeof Certification>
/** The common form of both certification forms. */
export interface CertificationInput {
  kind: CertificationKind
  organisation: string
  number: string
  person?: string
  standing?: UniversityStanding
  email?: string | undefined
}

const submissionsPerDay = 10

export const presentCertification = (row: MaskedCertification): Shown => ({
  id: row.id,
  kind: row.kind as CertificationKind,
  status: row.status as CertificationState,
  organisation: row.organisation,
  number: row.number_masked,
  person: row.person_masked,
  standing: row.standing as UniversityStanding | null,
  email: row.email_masked,
  reason: row.reason,
  submitted_at: row.submitted_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

export async function findLatestCertification(db: Kysely<DB>, userId: string): Promise<Shown | null> {
  const row = await certificationsRepo(db).latest(userId)
  return row ? presentCertification(row) : null
}

export const getCertification = ({ deps, caller }: Context) => findLatestCertification(deps.database.kysely, caller.user_id)

/** Builds the text to index: a number is unique within its kind, a card number only within its school. */
export const buildCertificationIndexText = ({
  kind,
  organisation,
  number,
}: Record<'kind' | 'organisation' | 'number', string>): string =>
  kind === 'company' ? `company:${number}` : `university:${organisation}:${number}`

export const submitCompanyCertification = (
  ctx: Context,
  { organisation, number, person }: z.output<typeof CompanyCertificationForm>,
) => submit(ctx, { kind: 'company', organisation, number, person })

export const submitUniversityCertification = (
  ctx: Context,
  { organisation, number, standing, email }: z.output<typeof UniversityCertificationForm>,
) => submit(ctx, { kind: 'university', organisation, number, standing, email: email || undefined })

/**
 * Submits a certification for review. A person acting for an organisation must have verified their own identity (decision 035).
 */
async function submit(ctx: Context, paper: CertificationInput): Promise<Shown> {
  const { deps, caller } = ctx
  const { kysely } = deps.database
  await requireRealName(kysely, caller.user_id)
  await claimRateSlots(deps, [
    {
      key: `certification:${caller.user_id}`,
      policy: createWindowPolicy(submissionsPerDay, 86_400),
      refusal: 'too_many_attempts',
    },
  ])
  const file = await reencodePicture(ctx.file, 'certification')
  const by = { user_id: caller.user_id, ip: ctx.request.ip }
  return ctx.transaction((tx) => createPendingCertification(tx, by, paper, file))
}

/** Adds a certification to the reviewers' queue, with its picture and the consent to view it. */
export async function createPendingCertification(
  tx: Tx,
  { user_id: userId, ip }: { user_id: string; ip: string },
  paper: CertificationInput,
  file: ReencodedPicture,
): Promise<Shown> {
  const repo = certificationsRepo(tx.db)
  // Locked, so that two concurrent submissions cannot both see none.
  await realNamesRepo(tx.db).lock(userId)
  if (await repo.hasOpen(userId)) throw new Refusal('certification_open')
  const numberIndex = computeBlindIndex(tx.deps.keys, buildCertificationIndexText(paper))
  if (await repo.isTaken(numberIndex, userId)) throw createFieldRefusal('certification_taken', 'number')
  const at = tx.now()
  const pictureId = await storePicture(tx.db, tx.deps, { user_id: userId, purpose: 'certification', file, at })
  await recordConsent(tx.db, tx.deps, { user_id: userId, ip, purpose: paper.kind })
  await repo.insert({ ...buildRow(tx.deps, userId, paper), number_index: numberIndex, picture_id: pictureId, submitted_at: at })
  await notifyReviewers(tx, userId, paper)
  return presentCertification((await repo.latest(userId))!)
}

function buildRow({ keys }: Deps, userId: string, { kind, organisation, number, person, standing, email }: CertificationInput) {
  const sealed = (text: string) => sealIdentity(keys, userId, text)
  return {
    id: newId('certification'),
    user_id: userId,
    kind,
    status: 'pending',
    organisation,
    number_cipher: sealed(number),
    number_masked: maskNumber(number),
    ...(person && { person_cipher: sealed(person), person_masked: maskName(person) }),
    ...(standing && { standing }),
    ...(email && { email_cipher: sealed(email), email_masked: maskEmail(email) }),
  }
}

async function notifyReviewers(tx: Tx, submitterId: string, { kind, organisation }: CertificationInput): Promise<void> {
  for (const userId of await listOperatorsWithRoles(tx.db, accessRoles.operator_review)) {
    if (userId === submitterId) continue
    await notifyUser(tx, {
      user_id: userId,
      class: 'review',
      title: `有一个${certificationKinds[kind]}认证待审核`,
      content: `${organisation}，请核对证件照片后通过或驳回。`,
      link: '/operator/real-names?status=pending',
    })
  }
}

/** Withdraws a pending certification and deletes its picture. */
export const withdrawCertification = (ctx: Context): Promise<Shown> =>
  ctx.transaction(async (tx) => {
    const { user_id: userId } = ctx.caller
    const repo = certificationsRepo(tx.db)
    const pending = await repo.lockPending(userId)
    if (!pending) throw new Refusal('certification_closed')
    await repo.close(pending.id, { status: 'withdrawn' })
    await removePictures(tx.db, pending.picture_id ? [pending.picture_id] : [])
    return presentCertification((await repo.latest(userId))!)
  })
