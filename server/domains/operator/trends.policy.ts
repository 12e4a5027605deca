/** Products with a series of their own; a chart has six colours, and one is for the rest. */
const ownSeriesMax = 5
const rest = 'rest'
const nameOfRest = '其他'

interface EarnedRow {
  day: string
  product_id: string | null
  kind: string
  fen: bigint
}

/** Sources of revenue that are no product and get a series of their own. */
const otherSources: Readonly<Record<string, string>> = { llm_usage: '大模型 API' }

const findSource = ({ product_id: productId, kind }: EarnedRow): string => productId ?? (kind in otherSources ? kind : rest)
const absolute = (fen: bigint) => (fen < 0n ? -fen : fen)

/**
 * Splits revenue into the sources that moved most in the whole time, largest first, and the rest. The parts of a day always sum up to
 * its revenue.
 */
export function splitRevenue(rows: readonly EarnedRow[], days: readonly string[], products: ReadonlyMap<string, string>) {
  const moved = new Map<string, bigint>()
  for (const row of rows) moved.set(findSource(row), (moved.get(findSource(row)) ?? 0n) + absolute(row.fen))
  const own = [...moved]
    .filter(([source]) => source !== rest)
    .sort(([a, x], [b, y]) => (x === y ? a.localeCompare(b) : x < y ? 1 : -1))
    .slice(0, ownSeriesMax)
    .map(([source]) => source)
  const keys = [...own, ...(moved.size > own.length ? [rest] : [])]
  const sums = new Map(days.map((day) => [day, keys.map(() => 0n)]))
  for (const row of rows) {
    const parts = sums.get(row.day)
    const place = own.indexOf(findSource(row))
    if (parts) parts[place < 0 ? keys.length - 1 : place]! += row.fen
  }
  return {
    series: keys.map((key) => ({ key, name: products.get(key) ?? otherSources[key] ?? nameOfRest })),
    days: days.map((day) => {
      const parts = sums.get(day)!
      return { day, parts, revenue: parts.reduce((sum, fen) => sum + fen, 0n) }
    }),
  }
}
