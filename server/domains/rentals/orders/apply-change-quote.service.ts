import type { z } from 'zod'
import type { InstanceChangeResult } from '#contract/instance-money.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { lockOwnInstance } from '#server/domains/rentals/instances/lock.service.ts'
import { presentOrder } from '#server/domains/rentals/orders/orders.presenter.ts'
import { findOrderOfQuote } from '#server/domains/rentals/orders/orders.service.ts'
import { sumChangeRefunds } from '#server/domains/rentals/orders/paid-periods.service.ts'
import type { createQuoteKind } from '#server/domains/rentals/orders/quote-token.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type ChangeResult = z.input<typeof InstanceChangeResult>
interface QuotedInstance {
  jti: string
  instance_id: string
}

/**
 * Runs the quoted change of an instance in one transaction that holds the instance and the balance. One quote makes one order:
 * if there is one, it is returned and nothing changes.
 */
export async function applyChangeQuote<Quoted extends QuotedInstance>(
  ctx: Context,
  id: string,
  quote: Pick<ReturnType<typeof createQuoteKind<z.ZodType<Quoted>>>, 'read'>,
  token: string,
  change: (tx: Tx, row: InstanceRow, quoted: Quoted) => Promise<ChangeResult>,
): Promise<ChangeResult> {
  const { deps, caller } = ctx
  await getOwnInstance(ctx, id)
  const quoted = await quote.read(deps, caller.user_id, token)
  if (quoted.instance_id !== id) throw new Refusal('quote_expired')
  return ctx.transaction(async (tx) => {
    const row = await lockOwnInstance(tx.db, caller.user_id, id)
    await getCashBalance(tx.db, caller.user_id, { lock: true })
    const placed = await findOrderOfQuote(tx.db, caller.user_id, quoted.jti)
    if (placed) return { order: presentOrder(placed), back: formatFenAsYuan(await sumChangeRefunds(tx.db, placed.id)) }
    return change(tx, row, quoted)
  })
}
