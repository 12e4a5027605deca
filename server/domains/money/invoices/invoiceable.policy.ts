import { sumAmounts } from '#contract/money.ts'
/** Something cash was spent on; amounts in fen. */
export interface Source {
  item: string
  kind: string
  user_id: string
  title: string
  at: Date
  gross_fen: bigint
  refunded_fen: bigint
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const notBelow0 = (fen: bigint): bigint => (fen > 0n ? fen : 0n)
export const netOf = ({ gross_fen, refunded_fen }: Pick<Source, 'gross_fen' | 'refunded_fen'>): bigint => gross_fen - refunded_fen

/**
 * What of each source may be invoiced, in fen: its cash less refunds. Money that was paid in is taken to be spent first, in
 * the order of spending, so what gifts or debts have paid for stays without (product §5: consumed cash only). Sources on a
 * live invoice are left out, and so is what has nothing to invoice.
 */
export function sharesOf(
  sources: readonly Source[],
  live: ReadonlyMap<string, bigint>,
  paid_in_fen: bigint,
): { source: Source; fen: bigint }[] {
  let left = least(paid_in_fen, sumAmounts(sources.map(netOf))) - sumAmounts(live.values())
  return sources
    .filter(({ item }) => !live.has(item))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.item < b.item ? -1 : 1))
    .flatMap((source) => {
      const fen = least(netOf(source), notBelow0(left))
      left -= fen
      return fen > 0n ? [{ source, fen }] : []
    })
}

/** What is on live invoices although it has been paid back since: those need a red invoice. */
export const beyondOf = (sources: readonly Source[], live: ReadonlyMap<string, bigint>): bigint => {
  const net = new Map(sources.map((source) => [source.item, netOf(source)]))
  return sumAmounts([...live].map(([item, fen]) => notBelow0(fen - (net.get(item) ?? 0n))))
}
