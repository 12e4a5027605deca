import { Tabs } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { formatGpu } from '#src/features/instances/instance-text.ts'
import { MonitorSkeleton } from '#src/features/instances/monitor/MonitorSkeleton.tsx'
import { TerminalSkeleton } from '#src/features/instances/terminal/TerminalSkeleton.tsx'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './DetailTabs.module.css'
import type { BootStep, InstanceDetail } from './instance-detail.ts'
import { formatStepTimes } from './step-text.ts'
import { type InstanceTab, instanceTabs } from './use-instance-tab.ts'

const icons: Record<BootStep['state'], IconName> = { wait: 'clock', process: 'loading', finish: 'check', error: 'warning' }
const stateLabels: Record<BootStep['state'], string> = { wait: '等待', process: '进行中', finish: '完成', error: '失败' }

/** Steps of the last boot, in compact form. */
function LastBoot({ steps }: { steps: readonly BootStep[] }) {
  return (
    <section>
      <h3 className={styles.title}>最近一次开机</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.key} data-state={step.state}>
            <Icon name={icons[step.state]} label={stateLabels[step.state]} />
            <span>{step.title}</span>
            <span className={styles.when}>{formatStepTimes(step)}</span>
            {step.state === 'error' && step.detail && <span className={styles.detail}>{step.detail}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const MountsPanel = lazyPart(() => import('#src/features/instances/mounts/MountsPanel.tsx'))

const buildFacts = ({ flavor, ...instance }: InstanceDetail): [string, ReactNode][] => [
  ['实例编号', <CopyText key="id" text={instance.id} label="复制实例编号" mono />],
  ['GPU', formatGpu(flavor)],
  ['显存', `${flavor.vram} GB × ${flavor.gpu_num}`],
  ['CPU', `${flavor.cpu} 核（${flavor.cpu_type}）`],
  ['内存', `${flavor.memory} GB`],
  ['系统盘', `${flavor.sys_disk} GB`],
  ['数据盘', `${flavor.data_disk} GB，挂载在 /workspace`],
  ['镜像', instance.image],
  ['地域', instance.region_name],
  [
    'SSH 密钥',
    instance.secret_key_name ?? (
      <Link key="key" to={paths.secretKeys}>
        未设置
      </Link>
    ),
  ],
  ['创建时间', <TimeText key="created" at={instance.created_at} />],
  [
    instance.status === instanceStatusCodes.running ? '本次开机' : '上次开机',
    <TimeText key="started" at={instance.started_at} none="还没有运行过" />,
  ],
]

/** Specs, the last boot unless it is shown above, and mounts. */
function FactsTab({ instance, bootShown }: { instance: InstanceDetail; bootShown: boolean }) {
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

const MonitorTab = lazyPart(() => import('#src/features/instances/monitor/MonitorTab.tsx'))
const TerminalTab = lazyPart(() => import('#src/features/instances/terminal/TerminalTab.tsx'))
const LogsTab = lazyPart(() => import('#src/features/instances/logs/LogsTab.tsx'))
const EventsTab = lazyPart(() => import('#src/features/instances/events/EventsTab.tsx'))
const BillingTab = lazyPart(() => import('#src/features/instances/billing/BillingTab.tsx'))
const SettingsTab = lazyPart(() => import('#src/features/instances/settings/SettingsTab.tsx'))

const skeletons: Partial<Record<InstanceTab, ReactNode>> = { terminal: <TerminalSkeleton />, monitor: <MonitorSkeleton /> }

interface Props {
  instance: InstanceDetail
  bootShown: boolean
  tab: InstanceTab
  onTab: (tab: InstanceTab) => void
}

/** Tabs of an instance. An opened tab stays mounted, so the terminal keeps its session. */
export function DetailTabs({ instance, bootShown, tab, onTab }: Props) {
  const panes: Record<InstanceTab, ReactNode> = {
    overview: <FactsTab instance={instance} bootShown={bootShown} />,
    monitor: <MonitorTab instance={instance} open={tab === 'monitor'} />,
    terminal: <TerminalTab instance={instance} />,
    logs: <LogsTab instance={instance} open={tab === 'logs'} />,
    events: <EventsTab instance={instance} />,
    billing: <BillingTab instance={instance} />,
    settings: <SettingsTab instance={instance} />,
  }
  return (
    <section className={styles.tabs} aria-label="实例的各个方面">
      <Tabs
        activeKey={tab}
        onChange={(key) => onTab(key as InstanceTab)}
        items={Object.entries(instanceTabs).map(([key, label]) => ({
          key,
          label,
          children: (
            <Suspense fallback={skeletons[key as InstanceTab] ?? <SkeletonRows rows={6} />}>{panes[key as InstanceTab]}</Suspense>
          ),
        }))}
      />
    </section>
  )
}
