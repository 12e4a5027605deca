import { type ApplianceEdition, appliance_editions } from '#contract/appliance.ts'
import type { VendorName } from '#contract/vendors.ts'

export interface Model {
  name: string
  vendor: VendorName
  edition: ApplianceEdition
  /** GB of all cards together, as spec §1 names it; null where it names none. */
  memory_gb: number | null
}

/** The models of spec §1. The last letter of a name is its edition, the letters before the digits its chips. */
export const models: readonly Model[] = [
  { name: 'AIN240S', vendor: 'nvidia', edition: 'standard', memory_gb: 192 },
  { name: 'AIN480P', vendor: 'nvidia', edition: 'professional', memory_gb: 384 },
  { name: 'AIN1410U', vendor: 'nvidia', edition: 'flagship', memory_gb: 1128 },
  { name: 'AICA320P', vendor: 'ascend', edition: 'professional', memory_gb: null },
  { name: 'AICA640U', vendor: 'ascend', edition: 'flagship', memory_gb: null },
  { name: 'AICK960U', vendor: 'kunlun', edition: 'flagship', memory_gb: null },
]

const vendor_labels = { nvidia: 'NVIDIA', ascend: '昇腾 Ascend', kunlun: '昆仑芯 Kunlun' } as const satisfies Record<
  VendorName,
  string
>
export const editions = Object.keys(appliance_editions) as ApplianceEdition[]

/** What is left for weights once the cache of the conversations has its room. */
const share_of_weights = 0.8
const bytes_of = { FP16: 2, INT8: 1, INT4: 0.5 } as const
export type Precision = keyof typeof bytes_of
const precisions = Object.keys(bytes_of) as Precision[]

/** The most parameters, in 1e9, whose weights fit into 80 % of the memory. */
export const parametersIn = (memory_gb: number, precision: Precision): number =>
  Math.floor((memory_gb * share_of_weights) / bytes_of[precision])

export interface Spec {
  label: string
  text: string
}

const by_order = '按订单配置，以合同为准'

/** What can be said of a model before an offer: what its name says, and what follows from its memory. */
export const specsOf = ({ vendor, edition, memory_gb }: Model): Spec[] => [
  { label: '版本', text: appliance_editions[edition] },
  { label: '芯片', text: vendor_labels[vendor] },
  { label: '总显存', text: memory_gb === null ? by_order : `${memory_gb} GB` },
  ...precisions.map((precision) => ({
    label: `${precision} 可放下的模型`,
    text: memory_gb === null ? '随显存而定' : `约 ${parametersIn(memory_gb, precision)}B 参数`,
  })),
  { label: '卡型与机箱', text: by_order },
  { label: '质保', text: '三年' },
]
