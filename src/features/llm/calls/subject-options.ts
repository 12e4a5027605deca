import { llm_bills, playground_key } from '#contract/llm-bills.ts'
import type { Options } from '#src/admin/row-types.ts'
import { call } from '#src/api/call.ts'
import { keyText } from './call-display.ts'

/** Keys and models that have been used, deleted ones included. */
export async function usedOptions(): Promise<{ keys: Options; models: Options }> {
  const { data } = await call(llm_bills.subjects)
  return {
    keys: Object.fromEntries(data.keys.map(({ id, name }) => [id ?? playground_key, keyText({ key_name: name })])),
    models: Object.fromEntries(data.models.map((model) => [model, model])),
  }
}
