import type { Product } from '#contract/products.ts'
import styles from './CardResourceList.module.css'

/** What one card brings with it, in the order people ask. */
export function PeerList({ peer: { cpu, memory, net_speed, sys_disk } }: { peer: Product['peer_gpu'] }) {
  return (
    <ul className={styles.peer} aria-label="每卡配置">
      <li>{cpu} 核 CPU</li>
      <li>{memory} GB 内存</li>
      <li>{net_speed} Mbps</li>
      <li>{sys_disk} GB 系统盘</li>
    </ul>
  )
}
