import { sandbox } from '#contract/platform.ts'
import { wallet } from '#contract/wallet.ts'
import { closeSegment, openSegment, settleUserSegments } from '#server/domains/money/billing/billing.service.ts'
import type { Person } from '#tests/support/people.ts'
import type { PricedImage } from '#tests/support/priced-images.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

interface Metered {
  id: string
  user_id: string
  image?: PricedImage & { fen: bigint }
  /** Hourly price of the GPU. */
  gpu_micro?: bigint
}

/** Meters a run with the platform's own billing, optionally with a priced image, and settles it periodically. */
export async function runMetering(
  { deps, clock }: Pick<RentalPlatform, 'deps' | 'clock'>,
  { id, user_id: userId, image, gpu_micro: gpuMicro = 2_280_000n }: Metered,
  settledAfterS: readonly number[],
): Promise<void> {
  const { database } = deps
  await database.transaction(async (trx) => {
    const { carry } = await trx.selectFrom('instances').select('carry').where('id', '=', id).executeTakeFirstOrThrow()
    const imagePriceMicro = (image?.fen ?? 0n) * 10_000n
    const share = { image_price_micro: imagePriceMicro, image_version_id: image?.version_id ?? null }
    await openSegment(trx, { id, user_id: userId, carry, price_micro: gpuMicro + imagePriceMicro, ...share }, clock.now())
  })
  for (const seconds of settledAfterS) {
    await clock.advance(seconds * 1000)
    const now = clock.now()
    await database.transaction(async (trx) => {
      const seen = trx.updateTable('segments').set((eb) => ({ seen_s: eb('seen_s', '+', BigInt(seconds)), seen_at: now }))
      await seen.where('instance_id', '=', id).where('ended_at', 'is', null).execute()
      await settleUserSegments(trx, userId, now)
    })
  }
  await database.transaction((trx) => closeSegment(trx, id, clock.now()))
}

/** Recharges and has the sandbox cashier report the payment. */
export async function rechargeBySandbox(rental: Pick<RentalPlatform, 'call'>, person: Person, amount: string): Promise<void> {
  const { data } = await person.call(wallet.recharge, { body: { amount, channel: 'alipay' } })
  const { status, raw } = await rental.call(sandbox.pay, { params: { trade_no: data.pay_url!.split('/').at(-1)! } })
  if (status !== 200) throw new Error(`not paid: ${raw}`)
}
