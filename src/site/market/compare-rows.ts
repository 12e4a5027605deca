import type { Capabilities } from '#contract/capabilities.ts'
import type { Capability } from '#contract/capability-gaps.ts'
import type { ChargeRule } from '#contract/instances.ts'
import type { Product } from '#contract/products.ts'
import { vendorNames } from '#contract/vendors.ts'
import { parsePriceMicro, ruleNames, unitNames } from '#src/ui/catalogue/price.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { computeLowestHourly } from './lowest-hourly.ts'

interface ComparedFact {
  label: string
  text: (product: Product) => string
  /** How to tell which value is better, if any is; the best of the current offers are marked. */
  value?: (product: Product) => bigint | number
  better?: 'more' | 'less'
}

const createAmountFact = (label: string, unit: string, value: (product: Product) => number): ComparedFact => ({
  label,
  text: (product) => `${value(product)} ${unit}`,
  value,
  better: 'more',
})

const createPriceFact = (rule: ChargeRule): ComparedFact => ({
  label: `${ruleNames[rule]}（元/${unitNames[rule]}）`,
  text: ({ price }) => formatYuan(price[rule]),
  value: ({ price }) => parsePriceMicro(price[rule]),
  better: 'less',
})

/** What an amount of a resource costs by the hour. */
function createWorthFact(label: string, amount: number, of: (product: Product) => number): ComparedFact {
  const compute = (product: Product) => (Number(product.price.hour) / of(product)) * amount
  return { label, text: (product) => compute(product).toFixed(2), value: compute, better: 'less' }
}

/** What the hosts of a product do or do not; the better answer is the first. */
const createPromiseFact = (label: string, name: Capability, [yes, no]: [string, string]): ComparedFact => ({
  label,
  text: ({ capabilities }) => (capabilities ? (capabilities[name] ? yes : no) : '–'),
  value: ({ capabilities }) => (capabilities?.[name] ? 1 : 0),
  better: 'more',
})

const dataLimits = ['不限制', '定期测量', '写满为止'] as const
function rankDataLimit({ limits_data_disk: limits, measures_disks: measures }: Capabilities): 0 | 1 | 2 {
  if (limits) return 2
  return measures ? 1 : 0
}

const comparedFacts: readonly ComparedFact[] = [
  { label: '地域', text: ({ region_name: regionName }) => regionName },
  { label: '厂商', text: ({ vendor }) => vendorNames[vendor] },
  {
    label: '每卡时最低（元）',
    text: (product) => {
      const { amount: least, rule } = computeLowestHourly(product.price)
      return rule ? `${formatYuan(least)} · ${ruleNames[rule]}` : formatYuan(least)
    },
    value: ({ price: offer }) => parsePriceMicro(computeLowestHourly(offer).amount),
    better: 'less',
  },
  createPriceFact('hour'),
  createPriceFact('day'),
  createPriceFact('week'),
  createWorthFact('每 100 TFLOPS（元/小时）', 100, ({ gpu_info: gpuInfo }) => gpuInfo.fp16),
  createWorthFact('每 10 GB 显存（元/小时）', 10, ({ vram }) => vram),
  createAmountFact('显存', 'GB', ({ vram }) => vram),
  createAmountFact('FP16', 'TFLOPS', ({ gpu_info: gpuInfo }) => gpuInfo.fp16),
  createAmountFact('FP32', 'TFLOPS', ({ gpu_info: gpuInfo }) => gpuInfo.fp32),
  createAmountFact('每卡 CPU', '核', ({ peer_gpu: peerGpu }) => peerGpu.cpu),
  createAmountFact('每卡内存', 'GB', ({ peer_gpu: peerGpu }) => peerGpu.memory),
  createAmountFact('带宽', 'Mbps', ({ peer_gpu: peerGpu }) => peerGpu.net_speed),
  createAmountFact('系统盘', 'GB', ({ peer_gpu: peerGpu }) => peerGpu.sys_disk),
  createPromiseFact('关机后系统盘', 'keeps_system_disk', ['保留', '不保留']),
  createPromiseFact('保存镜像与克隆', 'saves_images', ['可以', '不能']),
  createPromiseFact('保存的镜像', 'shares_images', ['每台主机都能用', '只在一台主机上']),
  createPromiseFact('迁移到另一台主机', 'moves_disks', ['可以', '不能']),
  createPromiseFact('文件存储与数据集', 'mounts_files', ['可以挂载', '不能']),
  {
    label: '数据盘上限',
    text: ({ capabilities }) => (capabilities ? dataLimits[rankDataLimit(capabilities)] : '–'),
    value: ({ capabilities }) => (capabilities ? rankDataLimit(capabilities) : 0),
    better: 'more',
  },
  createPromiseFact('磁盘用量', 'measures_disks', ['测量', '不测量']),
  createAmountFact('单实例最多', '张', ({ max_gpu_num: maxGpuNum }) => maxGpuNum),
  createAmountFact('现在单次最多', '张', ({ gpu_idles: gpuIdles }) => gpuIdles),
]

export interface CompareRow {
  label: string
  /** Whether the offers differ in this row. */
  differs: boolean
  cells: { id: string; text: string; best: boolean }[]
}

/** The offers side by side, one row per fact. If all values are equal, none is marked as best. */
export function buildCompareRows(products: readonly Product[]): CompareRow[] {
  return comparedFacts.map(({ label, text, value, better }) => {
    const texts = products.map(text)
    const differs = new Set(texts).size > 1
    const values = value ? products.map(value) : []
    const best = values.reduce<bigint | number | undefined>(
      (found, next) => (found === undefined || (better === 'less' ? next < found : next > found) ? next : found),
      undefined,
    )
    const cells = products.map(({ id }, nth) => ({
      id,
      text: texts[nth]!,
      best: differs && values[nth] !== undefined && values[nth] === best,
    }))
    return { label, differs, cells }
  })
}
