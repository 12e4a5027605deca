import { dayOf } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'

/** One line as printed: fen before tax, and the tax; together they are what was paid. */
export interface StatementLine {
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
const lines_max = 8
const service = '*信息技术服务*'

/** Half a fen is rounded up, so that the line's total stays what was paid. */
function taxed(title: string, detail: string, total_fen: bigint): StatementLine {
  const hundred = 100n + BigInt(limits.invoice_tax_percent)
  const amount_fen = (total_fen * 200n + hundred) / (hundred * 2n)
  return { title: `${service}${title}`, detail, amount_fen, tax_fen: total_fen - amount_fen }
}

const sum = (items: readonly Item[]): bigint => items.reduce((total, { amount_fen }) => total + amount_fen, 0n)

/** Orders one by one, metered use by month; all of it in two lines where that were too many: then the items are `listed` apart. */
export function statementLines(items: readonly Item[]): { lines: StatementLine[]; listed: boolean } {
  const orders = items.filter(({ kind }) => kind === 'order')
  const usage = items.filter(({ kind }) => kind === 'usage')
  const months = new Map<string, Item[]>()
  for (const item of usage) {
    const month = dayOf(item.at).slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), item])
  }
  const lines = [
    ...orders.map((order) => taxed('GPU 算力租赁', order.title, order.amount_fen)),
    ...[...months].map(([month, days]) => taxed('算力按量费用', `${month}，${days.length} 天`, sum(days))),
  ]
  if (lines.length <= lines_max) return { lines, listed: false }
  const summed = [
    ...(orders.length > 0 ? [taxed('GPU 算力租赁', `${orders.length} 个订单，见明细`, sum(orders))] : []),
    ...(usage.length > 0 ? [taxed('算力按量费用', `${usage.length} 天，见明细`, sum(usage))] : []),
  ]
  return { lines: summed, listed: true }
}
