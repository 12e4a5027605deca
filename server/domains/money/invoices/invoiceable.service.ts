import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { dayOf, daysAfter, startOfDay } from '#contract/day.ts'
import type { Invoiceable } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { sumAmounts, yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { beyondOf, netOf, type Source, sharesOf } from '#server/domains/money/invoices/invoiceable.policy.ts'
import { invoiceableRepo } from '#server/domains/money/invoices/invoiceable.repo.ts'
import { workingDaysAfter } from '#server/lib/working-days.ts'

/** When the bill is taken as confirmed: 5 working days after an order was paid, or after the day of use has ended (spec §9). */
export function confirmedAt({ kind, at }: Pick<Source, 'kind' | 'at'>): Date {
  const ended = kind === 'usage' ? startOfDay(daysAfter(dayOf(at), 1)) : at
  return workingDaysAfter(ended, limits.bill_confirm_working_days)
}

/** What a master account may invoice now and later, in fen, sub-accounts included, and all that it follows from. */
export async function invoiceableOf(db: Kysely<DB>, user_id: string, now: Date) {
  const repo = invoiceableRepo(db)
  const family = await repo.family(user_id)
  const ids = family.map(({ id }) => id)
  const [sources, live, paid_in_fen] = [await repo.sources(ids), await repo.live(user_id), await repo.paidIn(ids)]
  const nickname_of = new Map(family.map(({ id, nickname }) => [id, nickname]))
  const items = sharesOf(sources, live, paid_in_fen).map(({ source, fen }) => {
    const confirmed_at = confirmedAt(source)
    const account = source.user_id === user_id ? null : { id: source.user_id, nickname: nickname_of.get(source.user_id)! }
    return { ...source, fen, account, confirmed_at, ready: confirmed_at <= now }
  })
  return { items, sources, live, beyond_fen: beyondOf(sources, live) }
}

/** As `invoiceableOf`, for the person who chooses: sums that explain each other, and the rows. */
export async function showInvoiceable(db: Kysely<DB>, user_id: string, now: Date): Promise<z.input<typeof Invoiceable>> {
  const { items, sources, live, beyond_fen } = await invoiceableOf(db, user_id, now)
  const of = (ready: boolean) => sumAmounts(items.filter((item) => item.ready === ready).map(({ fen }) => fen))
  const invoiced = sumAmounts([...live.values()])
  return {
    consumed: yuanOfFen(sumAmounts(sources.map(({ gross_fen }) => gross_fen))),
    refunded: yuanOfFen(sumAmounts(sources.map(({ refunded_fen }) => refunded_fen))),
    invoiced: yuanOfFen(invoiced),
    beyond: yuanOfFen(beyond_fen),
    uncovered: yuanOfFen(sumAmounts(sources.map(netOf)) + beyond_fen - invoiced - of(true) - of(false)),
    ready: yuanOfFen(of(true)),
    waiting: yuanOfFen(of(false)),
    items: items.map(({ item, kind, title, account, fen, refunded_fen, at, ready, confirmed_at }) => ({
      id: item,
      kind: kind as 'order' | 'usage',
      title,
      account,
      amount: yuanOfFen(fen),
      refunded: yuanOfFen(refunded_fen),
      at: at.toISOString(),
      day: dayOf(at),
      ready,
      confirmed_at: confirmed_at.toISOString(),
    })),
  }
}
