import type { InvoiceState } from '#contract/invoice-states.ts'
import type { ModelOrder } from '#tests/server/money-model/paid-periods.ts'
import type { MoneyStepOf } from '#tests/server/money-model/steps.ts'

/** An order that waits for its money. */
export interface ModelPendingOrder {
  id: string
  step: Pick<MoneyStepOf<'order'>, 'model' | 'gpu_num' | 'rule' | 'quantity' | 'priced'>
  fen: bigint
  expires_at: number
  cancelled: boolean
}

/** Something off one order. */
export interface ModelCoupon {
  id: string
  threshold: bigint
  /** In fen, or what is left to pay in percent. */
  off: { fen: bigint } | { percent: bigint }
  until: number
  /** The order that uses it. */
  used_by: ModelOrder | undefined
}

/** What it takes off an order of so much, at least 1 fen of which is left to pay; nothing where it cannot be used. */
export function computeModelDiscount(
  { off, threshold, until, used_by: usedBy }: ModelCoupon,
  fen: bigint,
  now: number,
): bigint | undefined {
  if (until <= now || (usedBy && !usedBy.closed) || fen < threshold) return undefined
  const wished = 'fen' in off ? off.fen : (fen * (100n - off.percent)) / 100n
  const discount = wished < fen - 1n ? wished : fen - 1n
  return discount > 0n ? discount : undefined
}

export interface ModelInvoice {
  id: string
  state: InvoiceState
  /** In fen, by item. */
  items: Map<string, bigint>
}
