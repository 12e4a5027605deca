import type { ChargeRule } from '#contract/instances.ts'
import type { Product } from '#contract/products.ts'
import { vendor_names } from '#contract/vendors.ts'
import { microOfYuan, rule_names, unit_names } from '#src/ui/catalogue/price.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { leastHourly } from './lowest-hourly.ts'

interface Fact {
  label: string
  text: (product: Product) => string
  /** What is better, where one is; of the present offers the best are marked. */
  value?: (product: Product) => bigint | number
  better?: 'more' | 'less'
}

const amount = (label: string, unit: string, value: (product: Product) => number): Fact => ({
  label,
  text: (product) => `${value(product)} ${unit}`,
  value,
  better: 'more',
})

const price = (rule: ChargeRule): Fact => ({
  label: `${rule_names[rule]}（元/${unit_names[rule]}）`,
  text: ({ price }) => formatYuan(price[rule]),
  value: ({ price }) => microOfYuan(price[rule]),
  better: 'less',
})

const facts: readonly Fact[] = [
  { label: '地域', text: ({ region_name }) => region_name },
  { label: '厂商', text: ({ vendor }) => vendor_names[vendor] },
  {
    label: '每卡时最低（元）',
    text: (product) => {
      const { amount: least, rule } = leastHourly(product.price)
      return rule ? `${formatYuan(least)} · ${rule_names[rule]}` : formatYuan(least)
    },
    value: ({ price: offer }) => microOfYuan(leastHourly(offer).amount),
    better: 'less',
  },
  price('hour'),
  price('day'),
  price('week'),
  amount('显存', 'GB', ({ vram }) => vram),
  amount('FP16', 'TFLOPS', ({ gpu_info }) => gpu_info.fp16),
  amount('FP32', 'TFLOPS', ({ gpu_info }) => gpu_info.fp32),
  amount('每卡 CPU', '核', ({ peer_gpu }) => peer_gpu.cpu),
  amount('每卡内存', 'GB', ({ peer_gpu }) => peer_gpu.memory),
  amount('带宽', 'Mbps', ({ peer_gpu }) => peer_gpu.net_speed),
  amount('系统盘', 'GB', ({ peer_gpu }) => peer_gpu.sys_disk),
  amount('单实例最多', '张', ({ max_gpu_num }) => max_gpu_num),
  amount('现在单次可租', '张', ({ gpu_idles }) => gpu_idles),
]

export interface CompareRow {
  label: string
  /** Whether the offers differ in it. */
  differs: boolean
  /** Figures, to be read one under the other. */
  numeric: boolean
  cells: { id: string; text: string; best: boolean }[]
}

/** The offers side by side, fact by fact. Where all are alike, none is best. */
export function compareRows(products: readonly Product[]): CompareRow[] {
  return facts.map(({ label, text, value, better }) => {
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
    return { label, differs, numeric: value !== undefined, cells }
  })
}
