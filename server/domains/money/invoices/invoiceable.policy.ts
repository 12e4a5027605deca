import { sumAmounts } from '#contract/money.ts'
/** Something cash was spent on; amounts in fen. */
export interface InvoiceSource {
  item: string
  kind: string
  user_id: string
  title: string
  at: Date
  gross_fen: bigint
  refunded_fen: bigint
}

const minFen = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const clampFen = (fen: bigint): bigint => (fen > 0n ? fen : 0n)
export const computeNetFen = ({
  gross_fen: grossFen,
  refunded_fen: refundedFen,
}: Pick<InvoiceSource, 'gross_fen' | 'refunded_fen'>): bigint => grossFen - refundedFen

/**
 * Computes the invoiceable amount of each source in fen: its cash less refunds. Money paid in counts as spent first, in order of
 * spending, so spending beyond it (gifts, debt) is not invoiceable (product §5: consumed cash only). Omits sources on a live
 * invoice and sources with nothing to invoice.
 */
export function computeInvoiceableShares(
  sources: readonly InvoiceSource[],
  live: ReadonlyMap<string, bigint>,
  paidInFen: bigint,
): { source: InvoiceSource; fen: bigint }[] {
  let left = minFen(paidInFen, sumAmounts(sources.map(computeNetFen))) - sumAmounts(live.values())
  return sources
    .filter(({ item }) => !live.has(item))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.item < b.item ? -1 : 1))
    .flatMap((source) => {
      const fen = minFen(computeNetFen(source), clampFen(left))
      left -= fen
      return fen > 0n ? [{ source, fen }] : []
    })
}

/** Computes the amount on live invoices that has been refunded since and needs a red invoice. */
export const computeOverInvoicedFen = (sources: readonly InvoiceSource[], live: ReadonlyMap<string, bigint>): bigint => {
  const net = new Map(sources.map((source) => [source.item, computeNetFen(source)]))
  return sumAmounts([...live].map(([item, fen]) => clampFen(fen - (net.get(item) ?? 0n))))
}
