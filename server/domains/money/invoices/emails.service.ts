import type { z } from 'zod'
import type { InvoiceEmail } from '#contract/invoice-emails.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { type InvoiceEmailRow, invoiceEmailsRepo } from '#server/domains/money/invoices/emails.repo.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots, type RateSlot } from '#server/http/rate-limits.ts'
import { newCaptchaCode, newId } from '#server/lib/ids.ts'
import { composeLetter } from '#server/lib/mail-letter.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { computeSignatures } from '#server/lib/signing.ts'
import type { MailSender } from '#server/ports/mail.ts'

const codesPerDay = 20

const present = ({
  id,
  email,
  is_default: isDefault,
  verified_at: verifiedAt,
  created_at: createdAt,
}: InvoiceEmailRow): z.input<typeof InvoiceEmail> => ({
  id,
  email,
  is_default: isDefault,
  verified: verifiedAt !== null,
  created_at: createdAt.toISOString(),
})

const computeCodeHashes = ({ keys }: Pick<Deps, 'keys'>, id: string, code: string) =>
  computeSignatures(keys.captcha, `invoice-email:${id}:${code}`)

/**
 * Limits codes to one per minute and ten per day per address, twenty per day per account, to prevent mail flooding of strangers.
 */
const buildCodeRateSlots = (userId: string, email: string): RateSlot[] => [
  { key: `invoice-email:${email}`, policy: createWindowPolicy(1, limits.smsResendSeconds), refusal: 'captcha_too_soon' },
  {
    key: `invoice-email-to:${email}`,
    policy: createWindowPolicy(limits.emailCodesPerDay, 86_400),
    refusal: 'too_many_requests',
  },
  { key: `invoice-email-day:${userId}`, policy: createWindowPolicy(codesPerDay, 86_400), refusal: 'too_many_requests' },
]

function requireMail({ mail }: Deps): MailSender {
  if (!mail) throw new Refusal('mail_off')
  return mail
}

/** Sends a code and stores its hash; the row exists already, so a delivered code always has a row. */
async function sendVerificationCode(
  ctx: Context,
  mail: MailSender,
  { id, email }: Pick<InvoiceEmailRow, 'id' | 'email'>,
): Promise<InvoiceEmailRow> {
  const { deps } = ctx
  const code = newCaptchaCode()
  const expires = new Date(deps.clock.now().getTime() + limits.invoiceCodeSeconds * 1000)
  const row = await ctx.transaction((tx) => invoiceEmailsRepo(tx.db).setCode(id, computeCodeHashes(deps, id, code)[0], expires))
  if (!row) throw new Refusal('nothing_to_change', { message: '这个邮箱已经验证' })
  const minutes = limits.invoiceCodeSeconds / 60
  try {
    const letter = composeLetter({
      brand: deps.config.brand,
      subject: `${deps.config.brand}：收票邮箱验证码`,
      paragraphs: [`验证码 ${minutes} 分钟内有效，用于把这个邮箱设为发票的接收邮箱。`, '不是你本人操作时，忽略这封邮件即可。'],
      code,
    })
    await mail.send({ to: email, ...letter })
  } catch (error) {
    deps.log.error({ failure: error instanceof Error ? error.name : typeof error }, 'invoice e-mail code could not be sent')
    throw new Refusal('unavailable', { message: '验证码没有寄出，请稍后重新发送' })
  }
  return row
}

export async function listInvoiceEmails(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof invoiceEmailsRepo>['list']>[1],
) {
  const { items, total } = await invoiceEmailsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(present), total }
}

/** Adds an address and mails a code to it; it receives nothing else until the code is verified. */
export async function addInvoiceEmail(ctx: Context, email: string) {
  const { deps, caller } = ctx
  const mail = requireMail(deps)
  await claimRateSlots(deps, buildCodeRateSlots(caller.user_id, email))
  const row = await ctx.transaction(async (tx) => {
    const repo = invoiceEmailsRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    if ((await repo.all(caller.user_id)).length >= limits.invoiceEmailsMax) throw new Refusal('invoice_email_limit')
    const added = await repo.insert({ id: newId('email'), user_id: caller.user_id, email, created_at: deps.clock.now() })
    if (!added) throw createFieldRefusal('invoice_email_taken', 'email')
    return added
  })
  return present(await sendVerificationCode(ctx, mail, row))
}

async function getOwnEmail({ deps, caller }: Context, id: string): Promise<InvoiceEmailRow> {
  const row = await invoiceEmailsRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function sendInvoiceEmailCode(ctx: Context, id: string) {
  const mail = requireMail(ctx.deps)
  const row = await getOwnEmail(ctx, id)
  await claimRateSlots(ctx.deps, buildCodeRateSlots(ctx.caller.user_id, row.email))
  return present(await sendVerificationCode(ctx, mail, row))
}

/** Verifies the code outside of the call's transaction, so that a wrong try counts although the call is refused. */
export async function verifyInvoiceEmail(ctx: Context, id: string, code: string) {
  const { deps, caller } = ctx
  const row = await getOwnEmail(ctx, id)
  if (row.verified_at) return present(row)
  const now = deps.clock.now()
  const right = await invoiceEmailsRepo(deps.database.kysely).compare(
    id,
    computeCodeHashes(deps, id, code),
    limits.captchaMaxTries,
    now,
  )
  if (!right) throw createFieldRefusal('invoice_email_code', 'code')
  return ctx.transaction(async (tx) => {
    const repo = invoiceEmailsRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    const first = !(await repo.all(caller.user_id)).some(({ is_default: isDefault }) => isDefault)
    const verified = await repo.verify(id, now, first)
    if (!verified) throw new Refusal('not_found')
    return present(verified)
  })
}

export const setDefaultInvoiceEmail = ({ caller, transaction }: Context, id: string) =>
  transaction(async (tx) => {
    const repo = invoiceEmailsRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    const row = await repo.find(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    if (!row.verified_at) throw new Refusal('invoice_email_unverified', { message: '请先验证这个邮箱' })
    await repo.clearDefault(caller.user_id)
    return present((await repo.setDefault(id))!)
  })

export const deleteInvoiceEmail = ({ caller, transaction }: Context, id: string) =>
  transaction(async (tx) => {
    if (!(await invoiceEmailsRepo(tx.db).remove(caller.user_id, id))) throw new Refusal('not_found')
    return null
  })
