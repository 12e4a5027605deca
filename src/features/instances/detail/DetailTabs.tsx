import { Tabs } from 'antd'
import { type ReactNode, type Ref, Suspense } from 'react'
import { MonitorSkeleton } from '#src/features/instances/monitor/MonitorSkeleton.tsx'
import { TerminalSkeleton } from '#src/features/instances/terminal/TerminalSkeleton.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './DetailTabs.module.css'
import { FactsTab } from './FactsTab.tsx'
import type { InstanceDetail } from './instance-detail.ts'
import { type InstanceTab, instanceTabs } from './use-instance-tab.ts'

const MonitorTab = lazyPart(() => import('#src/features/instances/monitor/MonitorTab.tsx'))
const TerminalTab = lazyPart(() => import('#src/features/instances/terminal/TerminalTab.tsx'))
const LogsTab = lazyPart(() => import('#src/features/instances/logs/LogsTab.tsx'))
const EventsTab = lazyPart(() => import('#src/features/instances/events/EventsTab.tsx'))
const BillingTab = lazyPart(() => import('#src/features/instances/billing/BillingTab.tsx'))
const SettingsTab = lazyPart(() => import('#src/features/instances/settings/SettingsTab.tsx'))

const skeletons: Partial<Record<InstanceTab, ReactNode>> = { terminal: <TerminalSkeleton />, monitor: <MonitorSkeleton /> }

interface Props {
  ref: Ref<HTMLElement>
  instance: InstanceDetail
  bootShown: boolean
  tab: InstanceTab
  onTab: (tab: InstanceTab) => void
}

/** The views of an instance. One that was opened stays: the terminal keeps its session. */
export function DetailTabs({ ref, instance, bootShown, tab, onTab }: Props) {
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
    <section ref={ref} className={styles.tabs} aria-label="实例的各个方面">
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
