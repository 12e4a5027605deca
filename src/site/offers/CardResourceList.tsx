import type { Product } from '#contract/products.ts'
import styles from './CardResourceList.module.css'

/** The resources of one card, in the order people ask for them. */
export function CardResourceList({
  peer: { cpu, memory, net_speed: netSpeed, sys_disk: sysDisk },
}: {
  peer: Product['peer_gpu']
}) {
  return (
    <ul className={styles.peer} aria-label="每卡配置">
      <li>{cpu} 核 CPU</li>
      <li>{memory} GB 内存</li>
      <li>{netSpeed} Mbps</li>
      <li>{sysDisk} GB 系统盘</li>
    </ul>
  )
}
