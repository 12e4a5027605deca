import { llmBills, playgroundKey } from '#contract/llm-bills.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'
import { formatCallKey } from './call-display.ts'

/** Keys and models that have been used, deleted ones included. */
export async function loadCallSubjectOptions(): Promise<{ keys: OptionLabels; models: OptionLabels }> {
  const { data } = await callEndpoint(llmBills.subjects)
  return {
    keys: Object.fromEntries(data.keys.map(({ id, name }) => [id ?? playgroundKey, formatCallKey({ key_name: name })])),
    models: Object.fromEntries(data.models.map((model) => [model, model])),
  }
}
