import { bank_transfers } from '#contract/bank-transfers.ts'
import { wallet } from '#contract/wallet.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import type { RawNotice } from '#server/ports/payment.ts'
import type { Person } from '#tests/support/people.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

/** 1 × 1, white. */
export const small_png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
)

/** Pays a recharge in, through the channel as it is configured; answers its trade number. */
export async function payIn(
  platform: TestPlatform,
  person: Person,
  amount: string,
  channel: 'alipay' | 'wechat',
  noticeOf: (trade_no: string) => RawNotice,
): Promise<string> {
  const { data } = await person.call(wallet.recharge, { body: { amount, channel } })
  const { kysely } = platform.deps.database
  const { trade_no } = await kysely.selectFrom('recharges').select('trade_no').where('id', '=', data.id).executeTakeFirstOrThrow()
  await receivePayment(platform.deps, channel, noticeOf(trade_no))
  return trade_no
}

/** The person has just proved who he is. */
export const stepUp = ({ deps }: Pick<TestPlatform, 'deps'>, { session_id }: Person) =>
  sessionsRepo(deps.database.kysely).stepUp(session_id, deps.clock.now())

/** The least that passes for a PDF. */
export const small_pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

export const sendProof = (person: Person, amount: string, options: { headers?: Record<string, string> } = {}) =>
  person.call(
    bank_transfers.create,
    { body: { amount, payer_name: '北京某某科技有限公司' } },
    { file: { bytes: small_png, name: 'proof.png', type: 'image/png' }, ...options },
  )
