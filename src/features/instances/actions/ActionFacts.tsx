import type { ReactNode } from 'react'
import type { Instance } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { formatDuration, formatGpu } from '#src/features/instances/instance-text.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ActionDialog.module.css'
import type { PowerActionName } from './power-actions.ts'

type Fact = readonly [name: string, value: ReactNode]

const computeSecondsLeft = ({ expire_at: expireAt }: Instance) => (expireAt ? (Date.parse(expireAt) - getServerNow()) / 1000 : 0)

const buildPackageFacts = (instance: Instance): Fact[] =>
  computeSecondsLeft(instance) > 0 ? [['套餐剩余', formatDuration(computeSecondsLeft(instance))]] : []

/** What of this very instance the action touches. */
const factBuilders: Record<PowerActionName, (instance: Instance) => Fact[]> = {
  start: (instance) => [
    ['GPU', formatGpu(instance.flavor)],
    ...(instance.charge_rule === 'hour'
      ? ([['运行后每小时', <YuanAmount key="price" amount={instance.price_hour} as="price" />]] as const)
      : buildPackageFacts(instance)),
  ],
  start_without_gpu: (instance) => [
    ['规格', `${limits.noGpuCpu} 核 · ${limits.noGpuMemoryGb} GB，无 GPU`],
    ...(instance.charge_rule === 'hour'
      ? ([['运行后每小时', <YuanAmount key="price" amount={instance.price_hour} as="price" />]] as const)
      : buildPackageFacts(instance)),
  ],
  // What is paid by the second has its figures below.
  shutdown: (instance) =>
    instance.charge_rule === 'hour'
      ? []
      : [['至今费用', <YuanAmount key="cost" amount={instance.cost} />], ...buildPackageFacts(instance)],
  restart: (instance) => [['GPU', formatGpu(instance.flavor)]],
  release: (instance) => [
    ['将删除', `系统盘 ${instance.flavor.sys_disk} GB，数据盘 ${instance.flavor.data_disk} GB`],
    ['至今费用', <YuanAmount key="cost" amount={instance.cost} />],
    ...buildPackageFacts(instance),
  ],
}

export function ActionFacts({ action, instance }: { action: PowerActionName; instance: Instance }) {
  const told = factBuilders[action](instance)
  if (!told.length) return null
  return (
    <dl className={styles.facts}>
      {told.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
