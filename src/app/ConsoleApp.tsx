import '@ant-design/v5-patch-for-react-19'
import { pages as console_pages, resources as console_resources } from 'virtual:resources/console'
import { ConfigProvider } from 'antd'
import zh_CN from 'antd/es/locale/zh_CN'
import { type ReactNode, useMemo } from 'react'
import { Routes } from 'react-router-dom'
import { AskProvider } from '#src/admin/ask/ConfirmDialogProvider.tsx'
import type { ConsolePage } from '#src/admin/define-page.ts'
import { ConsoleLayout } from '#src/admin/layout/ConsoleLayout.tsx'
import { navEntriesOf } from '#src/admin/layout/nav-entries.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { StepUp } from '#src/admin/step-up/StepUp.tsx'
import { BurnStrip } from '#src/features/wallet/spend-rate/SpendRateStrip.tsx'
import { antdTheme } from '#src/ui/theme/antd-theme.ts'
import { color_scheme } from '#src/ui/theme/color-scheme.ts'
import { useMedia } from '#src/ui/use-media.ts'
import { useStore } from '#src/ui/use-store.ts'
import { type ConsoleProviders, ConsoleRefine } from './ConsoleRefine.tsx'
import { consoleRoutes, guarded_pages } from './console-routes.tsx'
import { redirectRoutes } from './redirect-routes.tsx'

interface Props {
  resources?: readonly ResourceEntry[] | undefined
  pages?: readonly ConsolePage[] | undefined
  /** Stands over the page: which part of the house this is. */
  banner?: ReactNode
  /** Instead of those that speak to the server. */
  providers?: ConsoleProviders | undefined
}

const dialogs = { styles: { header: { marginBottom: 'var(--space-16)' } } }

/** Everything behind the sign-in: Refine, antd, the frame, and a route for all that is declared. */
export default function ConsoleWorld({ resources = console_resources, pages = console_pages, banner, providers }: Props) {
  const scheme = useStore(color_scheme)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => antdTheme(scheme, still), [scheme, still])
  const entries = useMemo(() => navEntriesOf(resources, pages), [resources, pages])
  const all_pages = useMemo(() => [...pages, ...guarded_pages], [pages])
  const routes = useMemo(() => consoleRoutes(resources, all_pages), [resources, all_pages])

  return (
    <ConfigProvider locale={zh_CN} theme={theme} button={{ autoInsertSpace: false }} modal={dialogs}>
      <AskProvider>
        <StepUp />
        <ConsoleRefine resources={resources} pages={all_pages} providers={providers}>
          <ConsoleLayout entries={entries} resources={resources} banner={banner} strip={!banner && <BurnStrip />}>
            <Routes>
              {redirectRoutes()}
              {routes}
            </Routes>
          </ConsoleLayout>
        </ConsoleRefine>
      </AskProvider>
    </ConfigProvider>
  )
}
