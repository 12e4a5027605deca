import type { LlmCall, LlmCallState, LlmSums } from '#contract/llm-bills.ts'
import type { LlmKind } from '#contract/llm-models.ts'
import type { CallSumRow, EndedCallRow } from '#server/domains/llm/bills.repo.ts'
import { formatPicoAsYuan } from '#server/domains/llm/cost.policy.ts'

/** Presents an ended call; throws if columns that are null only while a call runs are still null. */
export function presentCall(row: EndedCallRow): LlmCall {
  const { ended_at: endedAt, state, http_status: httpStatus } = row
  if (!endedAt || !state || httpStatus === null) throw new Error(`call ${row.id} has not ended`)
  return {
    id: row.id,
    at: endedAt.toISOString(),
    started_at: row.started_at.toISOString(),
    key_id: row.key_id,
    key_name: row.key_name,
    model: row.model_id,
    kind: row.kind as LlmKind,
    stream: row.stream,
    prompt_tokens: row.prompt_tokens,
    cached_tokens: row.cached_tokens,
    completion_tokens: row.completion_tokens,
    first_byte_ms: row.first_byte_ms,
    total_ms: row.total_ms,
    cost: formatPicoAsYuan(row.cost_pico),
    estimated: row.estimated,
    state: state as LlmCallState,
    http_status: httpStatus,
    error_code: row.error_code,
    request_id: row.request_id,
  }
}

export const presentCallSums = (row: CallSumRow): LlmSums => ({
  calls: row.calls,
  prompt_tokens: Number(row.prompt_tokens),
  cached_tokens: Number(row.cached_tokens),
  completion_tokens: Number(row.completion_tokens),
  cost: formatPicoAsYuan(BigInt(row.cost_pico)),
})

/** Sums the rows into one. */
export const sumCallRows = (rows: readonly CallSumRow[]): CallSumRow => {
  const sum = (field: Exclude<keyof CallSumRow, 'calls'>) => String(rows.reduce((all, row) => all + BigInt(row[field]), 0n))
  return {
    calls: rows.reduce((all, { calls }) => all + calls, 0),
    prompt_tokens: sum('prompt_tokens'),
    cached_tokens: sum('cached_tokens'),
    completion_tokens: sum('completion_tokens'),
    cost_pico: sum('cost_pico'),
  }
}
