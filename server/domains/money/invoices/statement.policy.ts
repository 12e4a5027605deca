import { toShanghaiMonth } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'

/** A printed line: fen before tax, and the tax; their sum is what was paid. */
export interface InvoiceStatementLine {
  title: string
  detail: string
  amount_fen: bigint
  tax_fen: bigint
}

interface Item {
  kind: string
  user_id: string
  title: string
  amount_fen: bigint
  at: Date
}

/** Above this number of lines, lines are summed up and the items listed on separate pages. */
const maxLines = 8
const serviceCategory = '*信息技术服务*'

/** Splits a total into amount and tax; half a fen rounds up, and the line's total stays what was paid. */
function splitTax(title: string, detail: string, totalFen: bigint): InvoiceStatementLine {
  const hundred = 100n + BigInt(limits.invoiceTaxPercent)
  const amountFen = (totalFen * 200n + hundred) / (hundred * 2n)
  return { title: `${serviceCategory}${title}`, detail, amount_fen: amountFen, tax_fen: totalFen - amountFen }
}

const sumFen = (items: readonly Item[]): bigint => items.reduce((total, { amount_fen: amountFen }) => total + amountFen, 0n)

/**
 * Builds one line per order and one per month of metered use; sums up to two lines if too many, with the items `listed`
 * separately.
 */
export function buildInvoiceStatementLines(items: readonly Item[]): { lines: InvoiceStatementLine[]; listed: boolean } {
  const orders = items.filter(({ kind }) => kind === 'order')
  const usage = items.filter(({ kind }) => kind === 'usage')
  const months = new Map<string, Item[]>()
  for (const item of usage) {
    const month = toShanghaiMonth(item.at)
    months.set(month, [...(months.get(month) ?? []), item])
  }
  const lines = [
    ...orders.map((order) => splitTax('GPU 算力租赁', order.title, order.amount_fen)),
    ...[...months].map(([month, days]) => splitTax('算力按量费用', `${month}，${days.length} 天`, sumFen(days))),
  ]
  if (lines.length <= maxLines) return { lines, listed: false }
  const summed = [
    ...(orders.length > 0 ? [splitTax('GPU 算力租赁', `${orders.length} 个订单，见明细`, sumFen(orders))] : []),
    ...(usage.length > 0 ? [splitTax('算力按量费用', `${usage.length} 天，见明细`, sumFen(usage))] : []),
  ]
  return { lines: summed, listed: true }
}
