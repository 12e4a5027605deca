import { describe, expect, it } from 'vitest'
import type { LlmDay, LlmSums } from '#contract/llm-bills.ts'
import { buildCallTrend } from '#src/features/llm/calls/call-trend.ts'

const sums: LlmSums = { calls: 2, prompt_tokens: 100, cached_tokens: 30, completion_tokens: 50, cost: '0.500000' }
const span = { from: '2026-11-20', to: '2026-11-22' }
const toDay = (day: string) => `/calls?from=${day}`

const buildDay = (day: string, costs: Record<string, string>): LlmDay => ({
  ...sums,
  day,
  by_model: Object.entries(costs).map(([model, cost]) => ({ ...sums, model, cost })),
})

describe('product §9 Calls by day', () => {
  it('has a bar for each day of the span, zero where nothing was called, and opens only what was', () => {
    const { rows } = buildCallTrend([buildDay('2026-11-21', { echo: '0.500000' })], span, 'cost', toDay)
    expect(rows).toEqual([
      { key: '2026-11-20', values: [0] },
      { key: '2026-11-21', values: [0.5], to: '/calls?from=2026-11-21' },
      { key: '2026-11-22', values: [0] },
    ])
  })

  it('stacks tokens by how they are priced, each counted once', () => {
    const { series, rows } = buildCallTrend([buildDay('2026-11-21', { echo: '0.5' })], span, 'tokens', toDay)
    expect(series).toEqual(['输入', '命中缓存', '输出'])
    expect(rows[1]?.values).toEqual([70, 30, 50])
  })

  it('stacks cost by model, the dearest first, and puts many small ones together', () => {
    const costs = { a: '1', b: '7', c: '3', d: '2', e: '5', f: '4', g: '6' }
    const { series, rows } = buildCallTrend([buildDay('2026-11-21', costs)], span, 'cost', toDay)
    expect(series).toEqual(['b', 'g', 'e', 'f', 'c', '其余模型'])
    expect(rows[1]?.values).toEqual([7, 6, 5, 4, 3, 3])
  })
})
