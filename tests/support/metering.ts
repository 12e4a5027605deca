import { sandbox } from '#contract/platform.ts'
import { wallet } from '#contract/wallet.ts'
import { closeSegment, openSegment, settleUser } from '#server/domains/money/billing/billing.service.ts'
import type { Person } from '#tests/support/people.ts'
import type { PricedImage } from '#tests/support/priced-images.ts'
import type { Rental } from '#tests/support/rental.ts'

interface Metered {
  id: string
  user_id: string
  image?: PricedImage & { fen: bigint }
  /** Of the GPU, by the hour. */
  gpu_micro?: bigint
}

/** Meters a run by the platform's own billing, of a priced image where there is one, settled now and then. */
export async function meter(
  { deps, clock }: Pick<Rental, 'deps' | 'clock'>,
  { id, user_id, image, gpu_micro = 2_280_000n }: Metered,
  settled_after_s: readonly number[],
): Promise<void> {
  const { database } = deps
  await database.transaction(async (trx) => {
    const { carry } = await trx.selectFrom('instances').select('carry').where('id', '=', id).executeTakeFirstOrThrow()
    const image_price_micro = (image?.fen ?? 0n) * 10_000n
    const share = { image_price_micro, image_version_id: image?.version_id ?? null }
    await openSegment(trx, { id, user_id, carry, price_micro: gpu_micro + image_price_micro, ...share }, clock.now())
  })
  for (const seconds of settled_after_s) {
    await clock.advance(seconds * 1000)
    const now = clock.now()
    await database.transaction(async (trx) => {
      const seen = trx.updateTable('segments').set((eb) => ({ seen_s: eb('seen_s', '+', BigInt(seconds)), seen_at: now }))
      await seen.where('instance_id', '=', id).where('ended_at', 'is', null).execute()
      await settleUser(trx, user_id, now)
    })
  }
  await database.transaction((trx) => closeSegment(trx, id, clock.now()))
}

/** Recharges, and the sandbox cashier says that it was paid. */
export async function pay(rental: Pick<Rental, 'call'>, person: Person, amount: string): Promise<void> {
  const { data } = await person.call(wallet.recharge, { body: { amount, channel: 'alipay' } })
  const { status, raw } = await rental.call(sandbox.pay, { params: { trade_no: data.pay_url!.split('/').at(-1)! } })
  if (status !== 200) throw new Error(`not paid: ${raw}`)
}
