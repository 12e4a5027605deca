import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { addDays, toDayStart, toShanghaiDay } from '#contract/day.ts'
import type { InvoiceableSummary } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, sumAmounts } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import {
  computeInvoiceableShares,
  computeNetFen,
  computeOverInvoicedFen,
  type InvoiceSource,
} from '#server/domains/money/invoices/invoiceable.policy.ts'
import { invoiceableRepo } from '#server/domains/money/invoices/invoiceable.repo.ts'
import { addWorkingDays } from '#server/lib/working-days.ts'

/**
 * Returns when the bill counts as confirmed: 5 working days after an order's payment or the end of a usage day (requirements §9).
 */
export function computeBillConfirmationTime({ kind, at }: Pick<InvoiceSource, 'kind' | 'at'>): Date {
  const ended = kind === 'usage' ? toDayStart(addDays(toShanghaiDay(at), 1)) : at
  return addWorkingDays(ended, limits.billConfirmWorkingDays)
}

/** Loads what a master account may invoice now and later, in fen, including sub-accounts, with the data it is computed from. */
export async function loadInvoiceable(db: Kysely<DB>, userId: string, now: Date) {
  const repo = invoiceableRepo(db)
  const family = await repo.family(userId)
  const ids = family.map(({ id }) => id)
  const [sources, live, paidInFen] = [await repo.sources(ids), await repo.live(userId), await repo.paidIn(ids)]
  const nicknameOf = new Map(family.map(({ id, nickname }) => [id, nickname]))
  const items = computeInvoiceableShares(sources, live, paidInFen).map(({ source, fen }) => {
    const confirmedAt = computeBillConfirmationTime(source)
    const account = source.user_id === userId ? null : { id: source.user_id, nickname: nicknameOf.get(source.user_id)! }
    return { ...source, fen, account, confirmed_at: confirmedAt, ready: confirmedAt <= now }
  })
  return { items, sources, live, beyond_fen: computeOverInvoicedFen(sources, live) }
}

/** Presents `loadInvoiceable` to the user: the rows, and sums that add up. */
export async function loadInvoiceableSummary(
  db: Kysely<DB>,
  userId: string,
  now: Date,
): Promise<z.input<typeof InvoiceableSummary>> {
  const { items, sources, live, beyond_fen: beyondFen } = await loadInvoiceable(db, userId, now)
  const of = (ready: boolean) => sumAmounts(items.filter((item) => item.ready === ready).map(({ fen }) => fen))
  const invoiced = sumAmounts([...live.values()])
  return {
    consumed: formatFenAsYuan(sumAmounts(sources.map(({ gross_fen: grossFen }) => grossFen))),
    refunded: formatFenAsYuan(sumAmounts(sources.map(({ refunded_fen: refundedFen }) => refundedFen))),
    invoiced: formatFenAsYuan(invoiced),
    beyond: formatFenAsYuan(beyondFen),
    uncovered: formatFenAsYuan(sumAmounts(sources.map(computeNetFen)) + beyondFen - invoiced - of(true) - of(false)),
    ready: formatFenAsYuan(of(true)),
    waiting: formatFenAsYuan(of(false)),
    items: items.map(({ item, kind, title, account, fen, refunded_fen: refundedFen, at, ready, confirmed_at: confirmedAt }) => ({
      id: item,
      kind: kind as 'order' | 'usage',
      title,
      account,
      amount: formatFenAsYuan(fen),
      refunded: formatFenAsYuan(refundedFen),
      at: at.toISOString(),
      day: toShanghaiDay(at),
      ready,
      confirmed_at: confirmedAt.toISOString(),
    })),
  }
}
