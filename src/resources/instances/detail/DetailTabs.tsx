import { Tabs } from 'antd'
import { type ReactNode, type Ref, Suspense } from 'react'
import { lazyPart } from '#src/kit/lazy-part.tsx'
import { SkeletonRows } from '#src/kit/SkeletonRows.tsx'
import { MonitorSkeleton } from '../monitor/MonitorSkeleton.tsx'
import { TerminalOutline } from '../terminal/TerminalOutline.tsx'
import styles from './DetailTabs.module.css'
import { FactsTab } from './FactsTab.tsx'
import type { InstanceDetail } from './instance-detail.ts'
import { type Tab, tabs } from './use-tab.ts'

const MonitorTab = lazyPart(() => import('../monitor/MonitorTab.tsx'))
const TerminalTab = lazyPart(() => import('../terminal/TerminalTab.tsx'))
const LogsTab = lazyPart(() => import('../logs/LogsTab.tsx'))
const EventsTab = lazyPart(() => import('../events/EventsTab.tsx'))
const BillingTab = lazyPart(() => import('../billing/BillingTab.tsx'))
const SettingsTab = lazyPart(() => import('../settings/SettingsTab.tsx'))

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
