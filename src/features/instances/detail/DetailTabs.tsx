import { Tabs } from 'antd'
import { type ReactNode, type Ref, Suspense } from 'react'
import { MonitorSkeleton } from '#src/features/instances/monitor/MonitorSkeleton.tsx'
import { TerminalOutline } from '#src/features/instances/terminal/TerminalSkeleton.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './DetailTabs.module.css'
import { FactsTab } from './FactsTab.tsx'
import type { InstanceDetail } from './instance-detail.ts'
import { type Tab, tabs } from './use-instance-tab.ts'

const MonitorTab = lazyPart(() => import('#src/features/instances/monitor/MonitorTab.tsx'))
const TerminalTab = lazyPart(() => import('#src/features/instances/terminal/TerminalTab.tsx'))
const LogsTab = lazyPart(() => import('#src/features/instances/logs/LogsTab.tsx'))
const EventsTab = lazyPart(() => import('#src/features/instances/events/EventsTab.tsx'))
const BillingTab = lazyPart(() => import('#src/features/instances/billing/BillingTab.tsx'))
const SettingsTab = lazyPart(() => import('#src/features/instances/settings/SettingsTab.tsx'))

const outlines: Partial<Record<Tab, ReactNode>> = { terminal: <TerminalOutline />, monitor: <MonitorSkeleton /> }

interface Props {
  ref: Ref<HTMLElement>
  instance: InstanceDetail
  boot_shown: boolean
  tab: Tab
  onTab: (tab: Tab) => void
}

/** The views of an instance. One that was opened stays: the terminal keeps its session. */
export function DetailTabs({ ref, instance, boot_shown, tab, onTab }: Props) {
  const panes: Record<Tab, ReactNode> = {
    overview: <FactsTab instance={instance} boot_shown={boot_shown} />,
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
        onChange={(key) => onTab(key as Tab)}
        items={Object.entries(tabs).map(([key, label]) => ({
          key,
          label,
          children: <Suspense fallback={outlines[key as Tab] ?? <SkeletonRows rows={6} />}>{panes[key as Tab]}</Suspense>,
        }))}
      />
    </section>
  )
}
