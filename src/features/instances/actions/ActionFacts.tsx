import type { ReactNode } from 'react'
import type { Instance } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { serverNow } from '#src/api/server-time.ts'
import { durationText, gpuText } from '#src/features/instances/instance-text.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './ActionDialog.module.css'
import type { PowerAction } from './power-actions.ts'

type Fact = readonly [name: string, value: ReactNode]

const secondsLeft = ({ expire_at }: Instance) => (expire_at ? (Date.parse(expire_at) - serverNow()) / 1000 : 0)

const leftOf = (instance: Instance): Fact[] =>
  secondsLeft(instance) > 0 ? [['套餐剩余', durationText(secondsLeft(instance))]] : []

/** What of this very instance the action touches. */
const facts: Record<PowerAction, (instance: Instance) => Fact[]> = {
  start: (instance) => [
    ['GPU', gpuText(instance.flavor)],
    ...(instance.charge_rule === 'hour'
      ? ([['运行后每小时', <Yuan key="price" amount={instance.price_hour} as="price" />]] as const)
      : leftOf(instance)),
  ],
  start_without_gpu: (instance) => [
    ['规格', `${limits.no_gpu_cpu} 核 · ${limits.no_gpu_memory_gb} GB，无 GPU`],
    ...(instance.charge_rule === 'hour'
      ? ([['运行后每小时', <Yuan key="price" amount={instance.price_hour} as="price" />]] as const)
      : leftOf(instance)),
  ],
  // What is paid by the second has its figures below.
  shutdown: (instance) =>
    instance.charge_rule === 'hour' ? [] : [['至今费用', <Yuan key="cost" amount={instance.cost} />], ...leftOf(instance)],
  restart: (instance) => [['GPU', gpuText(instance.flavor)]],
  release: (instance) => [
    ['将删除', `系统盘 ${instance.flavor.sys_disk} GB，数据盘 ${instance.flavor.data_disk} GB`],
    ['至今费用', <Yuan key="cost" amount={instance.cost} />],
    ...leftOf(instance),
  ],
}

export function ActionFacts({ action, instance }: { action: PowerAction; instance: Instance }) {
  const told = facts[action](instance)
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
