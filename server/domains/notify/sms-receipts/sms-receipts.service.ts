import type { SmsClass } from '#contract/notification-preferences.ts'
import { buildSmsReceiptPath, type SmsProviderName, smsProviderNames } from '#contract/sms-receipts.ts'
import type { Deps } from '#server/deps.ts'
import { smsSendsRepo } from '#server/domains/notify/sms-receipts/sms-sends.repo.ts'
import { getApiOrigin } from '#server/http/pages.ts'
import { computeSignatures, createSigner } from '#server/lib/signing.ts'
import type { SmsReceipt, SmsTaken } from '#server/ports/sms.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

type SmsPurpose = SmsClass | 'code' | 'test'

/** Tells the administrators, each key once a day; provided by the layer that knows who they are. */
export type AlarmOperators = (
  tx: Tx,
  alarms: readonly { key: string; title: string; content: string; link: string }[],
) => Promise<unknown>

/** A pushed batch is one of some hundred; what is beyond is passed over. */
const maxReceipts = 1000
const alarmWindowMs = 3_600_000
/** Fewer say nothing: one phone may be off. */
const alarmFromReceipts = 10
const alarmFromShare = 0.3

/** Notes a message that a provider took, so that its receipt is known. Never fails the sending it is told about. */
export async function recordSmsSend(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  taken: SmsTaken | null,
  purpose: SmsPurpose,
  at = clock.now(),
): Promise<void> {
  if (!taken) return
  await smsSendsRepo(database.kysely)
    .insert({ ...taken, purpose, sent_at: at })
    .catch((error: unknown) => log.error({ err: error }, 'a message that was sent could not be noted'))
}

/** Returns what became of the test message of a moment; undefined if no provider took it or its number is unknown. */
export const findTestSend = ({ database }: Pick<Deps, 'database'>, at: Date) =>
  smsSendsRepo(database.kysely).findSentAt('test', at)

/** Returns the callback addresses to enter at the providers: whoever knows one may push. */
export const listSmsReceiptAddresses = (deps: Deps): { label: string; url: string }[] =>
  (Object.keys(deps.sms.receipts) as SmsProviderName[]).map((provider) => ({
    label: `${smsProviderNames[provider]}的回执地址`,
    url: new URL(buildSmsReceiptPath(provider, computeSignatures(deps.keys.sms_receipts, provider)[0]), getApiOrigin(deps)).href,
  }))

export const isSmsReceiptToken = ({ keys }: Pick<Deps, 'keys'>, provider: string, token: string): boolean =>
  createSigner(keys.sms_receipts).isSigned(provider, token)

/** Takes pushed receipts: the first of each message counts. Tells the administrators when many messages are lost. */
export async function takeSmsReceipts(
  deps: Deps,
  provider: SmsProviderName,
  pushed: readonly SmsReceipt[],
  alarm: AlarmOperators,
): Promise<void> {
  const first = new Map<string, SmsReceipt>()
  for (const receipt of pushed.slice(0, maxReceipts)) if (!first.has(receipt.message_id)) first.set(receipt.message_id, receipt)
  if (first.size === 0) return
  const now = deps.clock.now()
  const repo = smsSendsRepo(deps.database.kysely)
  const states = await repo.report(provider, [...first.values()], now)
  for (const state of states) deps.figures.reportSms(provider, state)
  if (!states.includes('failed')) return
  const { failed, reported } = await repo.countReported(provider, new Date(now.getTime() - alarmWindowMs))
  if (Number(reported) < alarmFromReceipts || Number(failed) < Number(reported) * alarmFromShare) return
  const name = smsProviderNames[provider]
  const lost = {
    key: `${provider}:sms-undelivered`,
    title: `${name}有许多短信没有送达`,
    content: `最近一小时的 ${reported} 个回执里有 ${failed} 个是失败。请到${name}控制台查看失败原因（常见：签名没有报备、内容被拦截、运营商故障）；急用时把备用服务商换到前面。同一原因每天只通知一次。`,
    link: '/operator/opening',
  }
  await inTransaction(deps, (tx) => alarm(tx, [lost]))
}
