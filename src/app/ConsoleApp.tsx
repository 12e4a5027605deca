import '@ant-design/v5-patch-for-react-19'
import { pages as consolePages, resources as consoleResources } from 'virtual:resources/console'
import { ConfigProvider } from 'antd'
import zhCn from 'antd/es/locale/zh_CN'
import { type ReactNode, Suspense, useMemo } from 'react'
import { Routes, useLocation } from 'react-router-dom'
import { ConfirmDialogProvider } from '#src/admin/ask/ConfirmDialogProvider.tsx'
import type { ConsolePage } from '#src/admin/define-page.ts'
import { ConsoleLayout } from '#src/admin/layout/ConsoleLayout.tsx'
import { buildConsoleNav } from '#src/admin/layout/nav-entries.ts'
import type { NavCounts } from '#src/admin/layout/use-accessible-nav.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { StepUp } from '#src/admin/step-up/StepUp.tsx'
import { hasUploads } from '#src/features/uploads/dock-state.ts'
import { SpendRateStrip } from '#src/features/wallet/spend-rate/SpendRateStrip.tsx'
import { paths } from '#src/paths.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { buildAntdTheme } from '#src/ui/theme/antd-theme.ts'
import { colorScheme } from '#src/ui/theme/color-scheme.ts'
import { useMedia } from '#src/ui/use-media.ts'
import { useStore } from '#src/ui/use-store.ts'
import { type ConsoleProviders, ConsoleRefine } from './ConsoleRefine.tsx'
import { createPagePreloader, guardedPages, renderConsoleRoutes } from './console-routes.tsx'
import { renderRedirectRoutes } from './redirect-routes.tsx'

interface Props {
  resources?: readonly ResourceEntry[] | undefined
  pages?: readonly ConsolePage[] | undefined
  /** Counts what waits behind the pages of the menu. */
  useNavCounts?: (() => NavCounts) | undefined
  /** Banner above the page that tells which area this is. */
  banner?: ReactNode
  /** Replaces the providers that call the server. */
  providers?: ConsoleProviders | undefined
}

const UploadDock = lazyPart(() => import('#src/features/uploads/UploadDock.tsx'))

const dialogs = { styles: { header: { marginBottom: 'var(--space-16)' } } }

/** Returns whether the upload dock is shown. On a phone it would cover the buttons at the bottom of other pages. */
function useDocked(): boolean {
  const { pathname } = useLocation()
  const narrow = useStore(narrowScreen)
  return useStore(hasUploads) && (!narrow || pathname === paths.fileStorage)
}

/** The console behind the sign-in: Refine, antd, the layout, and a route for each declared resource and page. */
export default function ConsoleApp(props: Props) {
  const { resources = consoleResources, pages = consolePages, useNavCounts, banner, providers } = props
  const scheme = useStore(colorScheme)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => buildAntdTheme(scheme, still), [scheme, still])
  const entries = useMemo(() => buildConsoleNav(resources, pages), [resources, pages])
  const allPages = useMemo(() => [...pages, ...guardedPages], [pages])
  const preload = useMemo(() => createPagePreloader(resources, pages), [resources, pages])
  const docked = useDocked()
  const corner = docked && (
    <Suspense fallback={null}>
      <UploadDock />
    </Suspense>
  )
  const routes = useMemo(() => renderConsoleRoutes(resources, allPages), [resources, allPages])

  return (
    <ConfigProvider locale={zhCn} theme={theme} button={{ autoInsertSpace: false }} modal={dialogs}>
      <ConfirmDialogProvider>
        <StepUp />
        <ConsoleRefine resources={resources} pages={allPages} providers={providers}>
          <ConsoleLayout
            entries={entries}
            resources={resources}
            preload={preload}
            useNavCounts={useNavCounts}
            banner={banner}
            strip={!banner && <SpendRateStrip />}
            corner={corner}
          >
            <Routes>
              {renderRedirectRoutes()}
              {routes}
            </Routes>
          </ConsoleLayout>
        </ConsoleRefine>
      </ConfirmDialogProvider>
    </ConfigProvider>
  )
}
