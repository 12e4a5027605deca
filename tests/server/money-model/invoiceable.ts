import type { MoneyLife } from '#tests/server/money-model/life.ts'
import { toModelDay } from '#tests/server/money-model/reward.ts'

const live = ['pending', 'issuing', 'issued', 'flushing']
const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, fen) => total + fen, 0n)
const notBelow0 = (fen: bigint): bigint => (fen > 0n ? fen : 0n)

/** What is on invoices that stand, by item. */
const invoicedOf = ({ invoices }: MoneyLife): Map<string, bigint> =>
  new Map(invoices.flatMap(({ state, items }) => (live.includes(state) ? [...items] : [])))

const dayText = (at: number): string => new Date(toModelDay(at) * 86_400_000).toISOString().slice(0, 10)

/** Everything that cash was spent on: each order, and each day of use (product §5). */
function consumption(life: MoneyLife): Map<string, { gross: bigint; refunded: bigint }> {
  const items = new Map<string, { gross: bigint; refunded: bigint }>()
  for (const { id, cash, refunded } of life.orders.values()) if (cash > 0n) items.set(`order:${id}`, { gross: cash, refunded })
  for (const { at, share } of life.uses) {
    const { fen } = share
    if (fen === 0n) continue
    const item = `usage:${life.person.id}:${dayText(at)}`
    items.set(item, { gross: fen + (items.get(item)?.gross ?? 0n), refunded: 0n })
  }
  return items
}

const netOf = ({ gross, refunded }: { gross: bigint; refunded: bigint }): bigint => gross - refunded

/** On invoices though it has come back since. */
export function computeModelOverInvoicedFen(life: MoneyLife): bigint {
  const items = consumption(life)
  return sum([...invoicedOf(life)].map(([item, fen]) => notBelow0(fen - netOf(items.get(item)!))))
}

/** What can be invoiced, now and later: cash that was paid in and consumed, and is on no invoice yet. */
export function computeModelInvoiceableFen(life: MoneyLife) {
  const items = consumption(life)
  const invoiced = invoicedOf(life)
  const net = sum([...items.values()].map(netOf))
  const rest = sum([...items].flatMap(([item, one]) => (invoiced.has(item) ? [] : [netOf(one)])))
  const left = notBelow0((life.paid_in_fen < net ? life.paid_in_fen : net) - sum(invoiced.values()))
  return {
    consumed: sum([...items.values()].map(({ gross }) => gross)),
    refunded: sum([...items.values()].map(({ refunded }) => refunded)),
    invoiced: sum(invoiced.values()),
    beyond: computeModelOverInvoicedFen(life),
    open: rest < left ? rest : left,
  }
}
