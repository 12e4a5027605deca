import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { roles_of_access } from '#contract/access.ts'
import {
  type Certification,
  type CertificationKind,
  type CertificationState,
  type CompanyForm,
  certification_kinds,
  type Standing,
  type UniversityForm,
} from '#contract/certification.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import {
  type DrawnPicture,
  drawPicture,
  removePictures,
  storePicture,
} from '#server/domains/accounts/pictures/pictures.service.ts'
import { operatorsWith } from '#server/domains/accounts/users/accounts.service.ts'
import { certificationsRepo, type MaskedCertification } from '#server/domains/accounts/users/certifications.repo.ts'
import { recordConsent } from '#server/domains/accounts/users/consents.service.ts'
import { blindIndex, seal } from '#server/domains/accounts/users/identity-vault.ts'
import { realNamesRepo } from '#server/domains/accounts/users/real-names.repo.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { atMost } from '#server/http/rate-limits.policy.ts'
import { takeSlots } from '#server/http/rate-limits.ts'
import { newId } from '#server/lib/ids.ts'
import { maskEmail, maskName, maskNumber } from '#server/lib/mask.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Shown = z.input<typeof Certification>
/** What both forms come down to. */
export interface Paper {
  kind: CertificationKind
  organisation: string
  number: string
  person?: string
  standing?: Standing
  email?: string | undefined
}

const submissions_per_day = 10

export const present = (row: MaskedCertification): Shown => ({
  id: row.id,
  kind: row.kind as CertificationKind,
  status: row.status as CertificationState,
  organisation: row.organisation,
  number: row.number_masked,
  person: row.person_masked,
  standing: row.standing as Standing | null,
  email: row.email_masked,
  reason: row.reason,
  submitted_at: row.submitted_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

export async function latestCertification(db: Kysely<DB>, user_id: string): Promise<Shown | null> {
  const row = await certificationsRepo(db).latest(user_id)
  return row ? present(row) : null
}

export const getCertification = ({ deps, caller }: Context) => latestCertification(deps.database.kysely, caller.user_id)

/** A number means something within its kind, and a card's only within its school. */
const indexed = ({ kind, organisation, number }: Paper): string =>
  kind === 'company' ? `company:${number}` : `university:${organisation}:${number}`

export const submitCompany = (ctx: Context, { organisation, number, person }: z.output<typeof CompanyForm>) =>
  submit(ctx, { kind: 'company', organisation, number, person })

export const submitUniversity = (ctx: Context, { organisation, number, standing, email }: z.output<typeof UniversityForm>) =>
  submit(ctx, { kind: 'university', organisation, number, standing, email: email || undefined })

/** Hands a certification to the reviewers. Whoever acts for an organisation has proved who he is himself (decision 035). */
async function submit(ctx: Context, paper: Paper): Promise<Shown> {
  const { deps, caller } = ctx
  const { kysely } = deps.database
  await requireRealName(kysely, caller.user_id)
  await takeSlots(deps, [
    { key: `certification:${caller.user_id}`, policy: atMost(submissions_per_day, 86_400), refusal: 'too_many_attempts' },
  ])
  const file = await drawPicture(ctx.file, 'certification')
  const by = { user_id: caller.user_id, ip: ctx.request.ip }
  return ctx.transaction((tx) => handIn(tx, by, paper, file))
}

/** Puts a certification into the reviewers' queue, with its picture and the consent to look at it. */
export async function handIn(
  tx: Tx,
  { user_id, ip }: { user_id: string; ip: string },
  paper: Paper,
  file: DrawnPicture,
): Promise<Shown> {
  const repo = certificationsRepo(tx.db)
  // Held, so that two submissions at once do not both see that there is none.
  await realNamesRepo(tx.db).lock(user_id)
  if (await repo.hasOpen(user_id)) throw new Refusal('certification_open')
  const number_index = blindIndex(tx.deps.keys, indexed(paper))
  if (await repo.isTaken(number_index, user_id)) throw refuseField('certification_taken', 'number')
  const at = tx.now()
  const picture_id = await storePicture(tx.db, tx.deps, { user_id, purpose: 'certification', file, at })
  await recordConsent(tx.db, tx.deps, { user_id, ip, purpose: paper.kind })
  await repo.insert({ ...rowOf(tx.deps, user_id, paper), number_index, picture_id, submitted_at: at })
  await tellReviewers(tx, user_id, paper)
  return present((await repo.latest(user_id))!)
}

function rowOf({ keys }: Deps, user_id: string, { kind, organisation, number, person, standing, email }: Paper) {
  const sealed = (text: string) => seal(keys, user_id, text)
  return {
    id: newId('certification'),
    user_id,
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

async function tellReviewers(tx: Tx, submitter_id: string, { kind, organisation }: Paper): Promise<void> {
  for (const user_id of await operatorsWith(tx.db, roles_of_access.operator_review)) {
    if (user_id === submitter_id) continue
    await notify(tx, {
      user_id,
      class: 'review',
      title: `有一个${certification_kinds[kind]}认证待审核`,
      content: `${organisation}，请核对证件照片后通过或驳回。`,
      link: '/operator/real-names?status=pending',
    })
  }
}

/** Takes a pending certification back; the picture goes with it. */
export const withdrawCertification = (ctx: Context): Promise<Shown> =>
  ctx.transaction(async (tx) => {
    const { user_id } = ctx.caller
    const repo = certificationsRepo(tx.db)
    const pending = await repo.lockPending(user_id)
    if (!pending) throw new Refusal('certification_closed')
    await repo.close(pending.id, { status: 'withdrawn' })
    await removePictures(tx.db, pending.picture_id ? [pending.picture_id] : [])
    return present((await repo.latest(user_id))!)
  })
