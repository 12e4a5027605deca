import { type ApplianceEdition, applianceEditions } from '#contract/appliance.ts'
import type { VendorName } from '#contract/vendors.ts'

export interface ApplianceModel {
  name: string
  vendor: VendorName
  edition: ApplianceEdition
  /** Total GB of all cards, as stated in requirements §1; null if not stated. */
  memory_gb: number | null
}

/** The models of requirements §1. The last letter of a name is the edition, the letters before the digits are the chips. */
export const applianceModels: readonly ApplianceModel[] = [
  { name: 'AIN240S', vendor: 'nvidia', edition: 'standard', memory_gb: 192 },
  { name: 'AIN480P', vendor: 'nvidia', edition: 'professional', memory_gb: 384 },
  { name: 'AIN1410U', vendor: 'nvidia', edition: 'flagship', memory_gb: 1128 },
  { name: 'AICA320P', vendor: 'ascend', edition: 'professional', memory_gb: null },
  { name: 'AICA640U', vendor: 'ascend', edition: 'flagship', memory_gb: null },
  { name: 'AICK960U', vendor: 'kunlun', edition: 'flagship', memory_gb: null },
]

const vendorLabels = { nvidia: 'NVIDIA', ascend: '昇腾 Ascend', kunlun: '昆仑芯 Kunlun' } as const satisfies Record<
  VendorName,
  string
>
export const editionKeys = Object.keys(applianceEditions) as ApplianceEdition[]

/** Share of memory left for weights after reserving room for the conversation cache. */
const weightsShare = 0.8
const bytesPerParameter = { FP16: 2, INT8: 1, INT4: 0.5 } as const
export type WeightPrecision = keyof typeof bytesPerParameter
const precisions = Object.keys(bytesPerParameter) as WeightPrecision[]

/** The largest number of parameters, in 1e9, whose weights fit into 80 % of the memory. */
export const computeMaxParameters = (memoryGb: number, precision: WeightPrecision): number =>
  Math.floor((memoryGb * weightsShare) / bytesPerParameter[precision])

/** Parameters, in 1e9, of the size most people ask for. */
const commonParameters = 70
/** How many models of that size fit at once at this precision. */
export const computeCommonModels = (memoryGb: number, precision: WeightPrecision): number =>
  Math.floor(computeMaxParameters(memoryGb, precision) / commonParameters)

/** Memory left for the cache, in GB. */
const computeCacheGb = (memoryGb: number): number => Math.round(memoryGb * (1 - weightsShare))

export interface ModelSpec {
  label: string
  text: string
}

const perOrderText = '按订单配置，以合同为准'

/** The facts known about a model without an offer: from its name and its memory. */
export const listModelSpecs = ({ vendor, edition, memory_gb: memoryGb }: ApplianceModel): ModelSpec[] => [
  { label: '版本', text: applianceEditions[edition] },
  { label: '芯片', text: vendorLabels[vendor] },
  { label: '总显存', text: memoryGb === null ? perOrderText : `${memoryGb} GB` },
  ...precisions.map((precision) => ({
    label: `${precision} 可放下的模型`,
    text: memoryGb === null ? '随显存而定' : `约 ${computeMaxParameters(memoryGb, precision)}B 参数`,
  })),
  {
    label: `${commonParameters}B 模型，INT8`,
    text: memoryGb === null ? '随显存而定' : `同时放下 ${computeCommonModels(memoryGb, 'INT8')} 个`,
  },
  { label: '留给缓存', text: memoryGb === null ? '随显存而定' : `约 ${computeCacheGb(memoryGb)} GB` },
  { label: '质保', text: '三年' },
]
