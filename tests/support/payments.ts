import { bankTransfers } from '#contract/bank-transfers.ts'
import { wallet } from '#contract/wallet.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import type { RawNotice } from '#server/ports/payment.ts'
import type { Person } from '#tests/support/people.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

/** 1 × 1 pixel, white. */
export const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
)

/** Pays a recharge through the configured channel; returns its trade number. */
export async function rechargeByChannel(
  platform: TestPlatform,
  person: Person,
  amount: string,
  channel: 'alipay' | 'wechat',
  noticeOf: (tradeNo: string) => RawNotice,
): Promise<string> {
  const { data } = await person.call(wallet.recharge, { body: { amount, channel } })
  const { kysely } = platform.deps.database
  const { trade_no: tradeNo } = await kysely
    .selectFrom('recharges')
    .select('trade_no')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  await receivePayment(platform.deps, channel, noticeOf(tradeNo))
  return tradeNo
}

/** The user has just proved their identity. */
export const stepUpSession = ({ deps }: Pick<TestPlatform, 'deps'>, { session_id: sessionId }: Person) =>
  sessionsRepo(deps.database.kysely).stepUp(sessionId, deps.clock.now())

/** The smallest file accepted as a PDF. */
export const smallPdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

export const submitTransferProof = (person: Person, amount: string, options: { headers?: Record<string, string> } = {}) =>
  person.call(
    bankTransfers.create,
    { body: { amount, payer_name: '北京某某科技有限公司' } },
    { file: { bytes: smallPng, name: 'proof.png', type: 'image/png' }, ...options },
  )
