import type { z } from 'zod'
import type { InvoiceEmail } from '#contract/invoice-emails.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { type EmailRow, emailsRepo } from '#server/domains/money/invoices/emails.repo.ts'
import type { Context } from '#server/http/context.ts'
import { atMost } from '#server/http/rate-limits.policy.ts'
import { type Slot, takeSlots } from '#server/http/rate-limits.ts'
import { newCaptchaCode, newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import { signaturesOf } from '#server/lib/signing.ts'
import type { Mail } from '#server/ports/mail.ts'

const codes_per_day = 20

const present = ({ id, email, is_default, verified_at, created_at }: EmailRow): z.input<typeof InvoiceEmail> => ({
  id,
  email,
  is_default,
  verified: verified_at !== null,
  created_at: created_at.toISOString(),
})

const hashesOf = ({ keys }: Pick<Deps, 'keys'>, id: string, code: string) =>
  signaturesOf(keys.captcha, `invoice-email:${id}:${code}`)

/** One code a minute and ten a day to an address, a score a day for an account: nobody fills a stranger's mailbox. */
const sendSlots = (user_id: string, email: string): Slot[] => [
  { key: `invoice-email:${email}`, policy: atMost(1, limits.sms_resend_seconds), refusal: 'captcha_too_soon' },
  { key: `invoice-email-to:${email}`, policy: atMost(limits.email_codes_per_day, 86_400), refusal: 'too_many_requests' },
  { key: `invoice-email-day:${user_id}`, policy: atMost(codes_per_day, 86_400), refusal: 'too_many_requests' },
]

function mailOf({ mail }: Deps): Mail {
  if (!mail) throw new Refusal('mail_off')
  return mail
}

/** Sends a code and keeps its hash; the row is there already, so that a code never arrives for nothing. */
async function mailCode(ctx: Context, mail: Mail, { id, email }: Pick<EmailRow, 'id' | 'email'>): Promise<EmailRow> {
  const { deps } = ctx
  const code = newCaptchaCode()
  const expires = new Date(deps.clock.now().getTime() + limits.invoice_code_seconds * 1000)
  const row = await ctx.transaction((tx) => emailsRepo(tx.db).setCode(id, hashesOf(deps, id, code)[0], expires))
  if (!row) throw new Refusal('nothing_to_change', { message: '这个邮箱已经验证' })
  const minutes = limits.invoice_code_seconds / 60
  try {
    await mail.send({
      to: email,
      subject: `${deps.config.brand}：收票邮箱验证码`,
      text: `验证码：${code}\n\n${minutes} 分钟内有效，用于把这个邮箱设为发票的接收邮箱。不是你本人操作时，忽略这封邮件即可。`,
    })
  } catch (error) {
    deps.log.error({ failure: error instanceof Error ? error.name : typeof error }, 'invoice e-mail code could not be sent')
    throw new Refusal('unavailable', { message: '验证码没有寄出，请稍后重新发送' })
  }
  return row
}

export async function listEmails({ deps, caller }: Context, query: Parameters<ReturnType<typeof emailsRepo>['list']>[1]) {
  const { items, total } = await emailsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(present), total }
}

/** Adds an address and mails a code to it; it receives nothing else before the code is given back. */
export async function addEmail(ctx: Context, email: string) {
  const { deps, caller } = ctx
  const mail = mailOf(deps)
  await takeSlots(deps, sendSlots(caller.user_id, email))
  const row = await ctx.transaction(async (tx) => {
    const repo = emailsRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    if ((await repo.all(caller.user_id)).length >= limits.invoice_emails_max) throw new Refusal('invoice_email_limit')
    const added = await repo.insert({ id: newId('email'), user_id: caller.user_id, email, created_at: deps.clock.now() })
    if (!added) throw refuseField('invoice_email_taken', 'email')
    return added
  })
  return present(await mailCode(ctx, mail, row))
}

async function own({ deps, caller }: Context, id: string): Promise<EmailRow> {
  const row = await emailsRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function sendEmailCode(ctx: Context, id: string) {
  const mail = mailOf(ctx.deps)
  const row = await own(ctx, id)
  await takeSlots(ctx.deps, sendSlots(ctx.caller.user_id, row.email))
  return present(await mailCode(ctx, mail, row))
}

/** A wrong try counts although the call is refused: it is compared outside of the call's transaction. */
export async function verifyEmail(ctx: Context, id: string, code: string) {
  const { deps, caller } = ctx
  const row = await own(ctx, id)
  if (row.verified_at) return present(row)
  const now = deps.clock.now()
  const right = await emailsRepo(deps.database.kysely).compare(id, hashesOf(deps, id, code), limits.captcha_max_tries, now)
  if (!right) throw refuseField('invoice_email_code', 'code')
  return ctx.transaction(async (tx) => {
    const repo = emailsRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    const first = !(await repo.all(caller.user_id)).some(({ is_default }) => is_default)
    const verified = await repo.verify(id, now, first)
    if (!verified) throw new Refusal('not_found')
    return present(verified)
  })
}

export const setDefaultEmail = ({ caller, transaction }: Context, id: string) =>
  transaction(async (tx) => {
    const repo = emailsRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    const row = await repo.find(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    if (!row.verified_at) throw new Refusal('invoice_email_unverified', { message: '请先验证这个邮箱' })
    await repo.clearDefault(caller.user_id)
    return present((await repo.setDefault(id))!)
  })

export const removeEmail = ({ caller, transaction }: Context, id: string) =>
  transaction(async (tx) => {
    if (!(await emailsRepo(tx.db).remove(caller.user_id, id))) throw new Refusal('not_found')
    return null
  })
