import type { Product } from '#contract/products.ts'
import { vendorNames } from '#contract/vendors.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './OfferName.module.css'

export function OfferName({ product }: { product: Product }) {
  const { name, vendor, vram, region_name: regionName, gpu_info: gpuInfo, activity, simulated } = product
  return (
    <div className={styles.model}>
      <span className={styles.line}>
        <strong className={styles.name}>{name}</strong>
        {simulated && <ToneTag>模拟</ToneTag>}
        {activity && <ToneTag tone="warning">{activity.title}</ToneTag>}
      </span>
      <span className={styles.facts}>
        {regionName} · {vendorNames[vendor]} · 显存 {vram} GB
      </span>
      <span className={styles.facts}>FP16 {gpuInfo.fp16} TFLOPS</span>
    </div>
  )
}
