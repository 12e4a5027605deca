import type { Product } from '#contract/products.ts'
import { vendor_names } from '#contract/vendors.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './OfferName.module.css'

export function ModelName({ product }: { product: Product }) {
  const { name, vendor, vram, region_name, gpu_info, activity, simulated } = product
  return (
    <div className={styles.model}>
      <span className={styles.line}>
        <strong className={styles.name}>{name}</strong>
        {simulated && <Tag>模拟</Tag>}
        {activity && <Tag tone="warning">{activity.title}</Tag>}
      </span>
      <span className={styles.facts}>
        {region_name} · {vendor_names[vendor]} · 显存 {vram} GB
      </span>
      <span className={styles.facts}>FP16 {gpu_info.fp16} TFLOPS</span>
    </div>
  )
}
