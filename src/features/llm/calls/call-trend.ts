import { addDays } from '#contract/day.ts'
import type { LlmDay, LlmSums } from '#contract/llm-bills.ts'
import type { ChartDataRow } from '#src/ui/charts/chart-data.ts'

/** What the bars of a trend measure. */
export const callMeasures = { cost: '费用', tokens: '词元', calls: '调用' } as const
export type CallMeasure = keyof typeof callMeasures

export interface DaySpan {
  from: string
  to: string
}

const tokenSeries = ['输入', '命中缓存', '输出'] as const
/** Models with a series of their own; all others share the last one. */
const maxModels = 5
const otherModels = '其余模型'

const readMeasure = (sums: LlmSums, measure: 'cost' | 'calls'): number => (measure === 'cost' ? Number(sums.cost) : sums.calls)

const listTokens = (sums: LlmSums | undefined): number[] =>
  sums ? [sums.prompt_tokens - sums.cached_tokens, sums.cached_tokens, sums.completion_tokens] : [0, 0, 0]

/** Lists the days of a span, both ends included. */
function listDays({ from, to }: DaySpan): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/**
 * Builds the bars of a span of days, one per day, zero where nothing was called. Tokens stack by how they are priced; cost and
 * calls stack by model, the most expensive first.
 */
export function buildCallTrend(
  days: readonly LlmDay[],
  span: DaySpan,
  measure: CallMeasure,
  toDay: (day: string) => string,
): { series: readonly string[]; rows: ChartDataRow[] } {
  const known = new Map(days.map((day) => [day.day, day]))
  const toRows = (read: (day: LlmDay | undefined) => number[]): ChartDataRow[] =>
    listDays(span).map((day) => {
      const found = known.get(day)
      return { key: day, values: read(found), ...(found && { to: toDay(day) }) }
    })
  if (measure === 'tokens') return { series: tokenSeries, rows: toRows(listTokens) }

  const costs = new Map<string, number>()
  for (const { model, cost } of days.flatMap((day) => day.by_model)) costs.set(model, (costs.get(model) ?? 0) + Number(cost))
  const models = [...costs].sort(([, one], [, other]) => other - one).map(([model]) => model)
  const own = models.slice(0, models.length > maxModels + 1 ? maxModels : models.length)
  const rest = models.length > own.length
  const read = (day: LlmDay | undefined) => {
    const sumOf = (isIn: (model: string) => boolean) =>
      (day?.by_model ?? []).reduce((sum, one) => sum + (isIn(one.model) ? readMeasure(one, measure) : 0), 0)
    return [...own.map((model) => sumOf((one) => one === model)), ...(rest ? [sumOf((one) => !own.includes(one))] : [])]
  }
  return { series: [...own, ...(rest ? [otherModels] : [])], rows: toRows(read) }
}
