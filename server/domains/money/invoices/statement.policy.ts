import { toShanghaiDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'

/** One line as printed: fen before tax, and the tax; together they are what was paid. */
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

/** More lines than this are summed up, and the items listed on a page of their own. */
const maxLines = 8
const serviceCategory = '*信息技术服务*'

/** Half a fen is rounded up, so that the line's total stays what was paid. */
function splitTax(title: string, detail: string, totalFen: bigint): InvoiceStatementLine {
  const hundred = 100n + BigInt(limits.invoiceTaxPercent)
  const amountFen = (totalFen * 200n + hundred) / (hundred * 2n)
  return { title: `${serviceCategory}${title}`, detail, amount_fen: amountFen, tax_fen: totalFen - amountFen }
}

const sumFen = (items: readonly Item[]): bigint => items.reduce((total, { amount_fen: amountFen }) => total + amountFen, 0n)

/** Orders one by one, metered use by month; all of it in two lines where that were too many: then the items are `listed` apart. */
export function buildInvoiceStatementLines(items: readonly Item[]): { lines: InvoiceStatementLine[]; listed: boolean } {
  const orders = items.filter(({ kind }) => kind === 'order')
  const usage = items.filter(({ kind }) => kind === 'usage')
  const months = new Map<string, Item[]>()
  for (const item of usage) {
    const month = toShanghaiDay(item.at).slice(0, 7)
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
