import { operator_panel } from '#contract/operator/money.ts'
import { products } from '#contract/products.ts'
import type { Options } from '#src/admin/row-types.ts'
import { call } from '#src/api/call.ts'

export const regionOptions = async (): Promise<Options> => {
  const { data } = await call(products.regions)
  return Object.fromEntries(data.map(({ id, name }) => [id, name]))
}

/** Every model there is a card of, sold or not. */
export const modelOptions = async (): Promise<Options> => {
  const { data } = await call(operator_panel.stock)
  return Object.fromEntries(data.gpus.map(({ gpu_model }) => [gpu_model, gpu_model]))
}
