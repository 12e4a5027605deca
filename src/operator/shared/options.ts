import { operatorPanel } from '#contract/operator/money.ts'
import { products } from '#contract/products.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'

export const loadRegionOptions = async (): Promise<OptionLabels> => {
  const { data } = await callEndpoint(products.regions)
  return Object.fromEntries(data.map(({ id, name }) => [id, name]))
}

/** Every card model that exists, on sale or not. */
export const loadGpuModelOptions = async (): Promise<OptionLabels> => {
  const { data } = await callEndpoint(operatorPanel.stock)
  return Object.fromEntries(data.gpus.map(({ gpu_model: gpuModel }) => [gpuModel, gpuModel]))
}
