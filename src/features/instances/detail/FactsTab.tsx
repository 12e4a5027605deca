import { type ReactNode, Suspense } from 'react'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { chargeRules } from '#contract/instances.ts'
import { formatGpu } from '#src/features/instances/instance-text.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './FactsTab.module.css'
import type { InstanceDetail } from './instance-detail.ts'
import { LastBoot } from './LastBoot.tsx'

const MountsPanel = lazyPart(() => import('#src/features/instances/mounts/MountsPanel.tsx'))

const buildFacts = ({ flavor, ...instance }: InstanceDetail): [string, ReactNode][] => [
  ['GPU', formatGpu(flavor)],
  ['显存', `${flavor.vram} GB × ${flavor.gpu_num}`],
  ['CPU', `${flavor.cpu} 核（${flavor.cpu_type}）`],
  ['内存', `${flavor.memory} GB`],
  ['系统盘', `${flavor.sys_disk} GB`],
  ['数据盘', `${flavor.data_disk} GB，挂载在 /workspace`],
  ['镜像', instance.image],
  ['地域', instance.region_name],
  ['计费方式', chargeRules[instance.charge_rule]],
  ['SSH 密钥', instance.secret_key_name ?? '未设置'],
  ['创建时间', <TimeText key="created" at={instance.created_at} />],
  [
    instance.status === instanceStatusCodes.running ? '本次开机' : '最近一次开机',
    <TimeText key="started" at={instance.started_at} none="还没有运行过" />,
  ],
]

/** What it is made of, how the last boot went unless that stands above, and what else stands in it. */
export function FactsTab({ instance, bootShown }: { instance: InstanceDetail; bootShown: boolean }) {
  return (
    <div className={styles.pane}>
      <dl className={styles.facts}>
        {buildFacts(instance).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!bootShown && <LastBoot steps={instance.steps} />}
      <Suspense fallback={<SkeletonRows rows={2} columns={3} />}>
        <MountsPanel instance={instance} />
      </Suspense>
    </div>
  )
}
