import type { OpeningStep, OpeningStepRow } from '#contract/operator/opening.ts'
import { reportProviderTroubles } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import { getPhoneOf } from '#server/domains/accounts/users/users.service.ts'
import { recordSmsSend } from '#server/domains/notify/sms-receipts/sms-receipts.service.ts'
import { openingRepo } from '#server/domains/operator/opening.repo.ts'
import { listOpeningSteps } from '#server/domains/operator/opening.service.ts'
import type { Context } from '#server/http/context.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import { newCaptchaCode } from '#server/lib/ids.ts'
import { composeLetter } from '#server/lib/mail-letter.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { SmsUnsentError } from '#server/ports/sms.ts'

const testsPerHour = 10
const hourSeconds = 3600

export interface TestResult {
  ok: boolean
  /** Where it went, or what went wrong and how to mend it. Contains no whole phone. */
  answer: string
}

/** Counts a test of any provider. */
export const claimProviderTest = ({ deps, caller }: Context) =>
  claimRateSlots(deps, [
    {
      key: `provider-test:${caller.user_id}`,
      policy: createWindowPolicy(testsPerHour, hourSeconds),
      refusal: 'too_many_requests',
      message: `每小时最多测试 ${testsPerHour} 次，请稍后再试`,
    },
  ])

/** Keeps what a test showed, and lists all steps anew. */
export async function keepTestResult(
  ctx: Context,
  step: OpeningStep,
  { ok, answer }: TestResult,
  at = ctx.deps.clock.now(),
): Promise<OpeningStepRow[]> {
  const { deps, caller } = ctx
  ctx.audit({ target_id: step, after: { ok: String(ok) } })
  await openingRepo(deps.database.kysely).setTest(step, { at, by: caller.user_id, ok, answer })
  return listOpeningSteps(ctx)
}

async function sendTestSms({ deps, caller }: Context, at: Date): Promise<TestResult> {
  const phone = await getPhoneOf(deps.database.kysely, caller.user_id)
  try {
    // kept nowhere: the code opens nothing
    const { troubles, taken } = await deps.sms.send({ phone, type: 'step_up', code: newCaptchaCode() })
    await recordSmsSend(deps, taken, 'test', at)
    await reportProviderTroubles(deps, troubles)
    const failed = troubles.map(({ provider, code, reading }) => `${provider}没有接受（${code}）：${reading}`)
    const where = deps.config.adapters.sms === 'console' ? '已写入 sms.log' : `已发往 ${maskPhone(phone)}`
    // one of two that does not work is found now, not on the day when it is needed
    return { ok: failed.length === 0, answer: [...failed, where].join('；') }
  } catch (error) {
    if (!(error instanceof SmsUnsentError)) {
      // The provider's error message may contain the phone.
      deps.log.warn({ failure: error instanceof Error ? error.name : typeof error }, 'a test message could not be sent')
      return { ok: false, answer: '没有发出，原因在日志里' }
    }
    await reportProviderTroubles(deps, error.troubles)
    if (error.held_back) return { ok: false, answer: '服务商暂时不再向这个号码发送，请过一小时再试' }
    return {
      ok: false,
      answer: error.troubles.map(({ provider, code, reading }) => `${provider}（${code}）：${reading}`).join('；'),
    }
  }
}

/** Sends a code to the caller's own phone and keeps what the provider said. */
export async function testSms(ctx: Context): Promise<OpeningStepRow[]> {
  await claimProviderTest(ctx)
  const at = ctx.deps.clock.now()
  return keepTestResult(ctx, 'sms', await sendTestSms(ctx, at), at)
}

/** What the codes of nodemailer mean, and what to do. */
const mailReadings: Record<string, string> = {
  EAUTH: '邮件服务器不接受用户名或密码；SMTP_URL 里的特殊字符要写成 %40 这样的形式',
  ECONNECTION: '连不上邮件服务器，检查 SMTP_URL 的地址、端口与出网规则',
  EDNS: '找不到邮件服务器的域名，检查 SMTP_URL',
  EENVELOPE: '邮件服务器不接受发件人或收件人，检查 MAIL_FROM 与收件地址',
  EMESSAGE: '邮件服务器不接受这封邮件的内容',
  ESOCKET: '与邮件服务器的连接中断，检查端口与 TLS：465 用 smtps://，587 用 smtp://',
  ETIMEDOUT: '邮件服务器没有回应，检查端口与出网规则',
  ETLS: '与邮件服务器不能建立 TLS，检查端口与证书',
}

/** Sends a mail to `email` and keeps what the mail server said. */
export async function testMail(ctx: Context, email: string): Promise<OpeningStepRow[]> {
  const { mail, config, log } = ctx.deps
  if (!mail) throw new Refusal('mail_off')
  await claimProviderTest(ctx)
  const { brand } = config
  const paragraphs = [`这封邮件由${brand}的运营后台发出，用来确认邮件能够送达。收到它就不用再做什么。`]
  const result = await mail.send({ to: email, ...composeLetter({ brand, subject: `${brand}：测试邮件`, paragraphs }) }).then(
    (): TestResult => ({ ok: true, answer: '邮件服务器已接受，请到收件箱与垃圾邮件里看看' }),
    (error: unknown): TestResult => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      log.warn({ failure: code || (error instanceof Error ? error.name : typeof error) }, 'a test mail could not be sent')
      return { ok: false, answer: mailReadings[code] ?? '没有发出，原因在日志里' }
    },
  )
  return keepTestResult(ctx, 'mail', result)
}
