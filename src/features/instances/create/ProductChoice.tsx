import type { ChargeRule } from '#contract/instances.ts'
import { type Product, vendor_names } from '#contract/products.ts'
import { rule_names, rules, unit_names } from '#src/ui/catalogue/price.ts'
import { StockCells } from '#src/ui/catalogue/StockCells.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import { Choice } from './ChoiceOption.tsx'
import styles from './ProductStep.module.css'

interface Props {
  product: Product
  /** The rule whose price is written large. */
  rule: ChargeRule
  checked: boolean
  onChoose: () => void
}

const stockText = ({ gpu_idles, gpu_free, waiting }: Product): string =>
  [gpu_idles > 0 ? `空闲 ${gpu_free}，单次最多 ${gpu_idles}` : '暂无空闲', waiting > 0 && `排队 ${waiting} 人`]
    .filter(Boolean)
    .join(' · ')

/** A card to rent: what it is, what comes with it, how many are free, what it costs. Sold out, it can be queued for. */
export function ProductChoice({ product, rule, checked, onChoose }: Props) {
  const { name, vendor, vram, gpu_info, peer_gpu, gpu_idles, gpu_free, gpu_total, price, simulated, activity } = product
  const others = rules.filter((other) => other !== rule)
  const sold_out = gpu_idles <= 0
  return (
    <Choice
      name="product"
      shape="row"
      checked={checked}
      title={sold_out ? '暂无空闲，选中后可以排队' : undefined}
      onChoose={onChoose}
      label={`${name}，${sold_out ? '暂无空闲，可以排队' : `最多可租 ${gpu_idles} 张`}，${price[rule]} 元每${unit_names[rule]}`}
    >
      <span className={styles.product}>
        <span className={styles.what}>
          <span className={styles.name}>
            {name}
            {simulated && <Tag>模拟</Tag>}
            {activity && <Tag tone="warning">{activity.title}</Tag>}
          </span>
          <span className={styles.quiet}>
            {vendor_names[vendor]} · 显存 {vram} GB
          </span>
        </span>
        <span className={`${styles.peer} ${styles.quiet}`}>
          <span>
            {peer_gpu.cpu} 核 · {peer_gpu.memory} GB 内存
          </span>
          <span>FP16 {gpu_info.fp16} TFLOPS</span>
        </span>
        <span className={styles.stock}>
          <StockCells free={gpu_free} total={gpu_total} />
          <span className={styles.quiet}>{stockText(product)}</span>
        </span>
        <span className={styles.price}>
          <strong>
            <Yuan amount={price[rule]} as="price" unit={`/${unit_names[rule]}`} />
          </strong>
          <span className={`${styles.others} ${styles.quiet}`}>
            {others.map((other) => `${rule_names[other]} ¥${formatYuan(price[other])}`).join(' · ')}
          </span>
        </span>
      </span>
    </Choice>
  )
}
