import { useGetIdentity } from '@refinedev/core'
import { type ReactNode, Suspense, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { UserInfo } from '#contract/users.ts'
import { CommandCenter } from '#src/admin/palette/CommandCenter.tsx'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { PageOutline } from '#src/ui/chunk.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Header } from '#src/ui/header/Header.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { useScrollToTop } from '#src/ui/use-scroll-to-top.ts'
import { useStore } from '#src/ui/use-store.ts'
import { ConnectionLostStrip } from './ConnectionLostStrip.tsx'
import styles from './ConsoleLayout.module.css'
import { useDialogFocus } from './dialog-focus.ts'
import { NarrowNav } from './NarrowNav.tsx'
import type { ConsoleNavEntry } from './nav-entries.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { Sider } from './Sider.tsx'
import { useLostConnection } from './use-lost-connection.ts'

const mainId = 'main'
const outline = <PageSkeleton />

interface Props {
  entries: readonly ConsoleNavEntry[]
  resources: readonly ResourceEntry[]
  banner?: ReactNode
  /** One line above every page. */
  strip?: ReactNode
  /** Stands over the foot of every page. */
  corner?: ReactNode
  children: ReactNode
}

/** The frame of the console: header, menu, and the page between. A page that fails leaves the frame standing. */
export function ConsoleLayout({ entries, resources, banner, strip, corner, children }: Props) {
  useScrollToTop()
  const frame = useRef<HTMLDivElement>(null)
  useDialogFocus(frame, mainId)
  const { pathname } = useLocation()
  const { data: user = null } = useGetIdentity<UserInfo | null>()
  const narrow = useStore(narrowScreen)
  const lost = useLostConnection()
  return (
    <div ref={frame} className={styles.console} data-docked={Boolean(corner)}>
      <Header
        variant="console"
        account={{ signed_in: true, user }}
        tools={<CommandCenter entries={entries} resources={resources} />}
      />
      {banner}
      {narrow && <NarrowNav entries={entries} />}
      <div className={styles.body}>
        {!narrow && <Sider entries={entries} />}
        <main id={mainId} className={styles.page} tabIndex={-1}>
          <ConnectionLostStrip lost={lost} />
          {strip && (
            <div className={styles.strip} data-stale={lost !== null}>
              {strip}
            </div>
          )}
          <div className={styles.content} data-stale={lost !== null}>
            <ErrorBoundary resetKey={`${pathname} ${lost !== null}`}>
              <PageOutline value={outline}>
                <Suspense fallback={outline}>{children}</Suspense>
              </PageOutline>
            </ErrorBoundary>
          </div>
        </main>
      </div>
      {corner && <div className={styles.corner}>{corner}</div>}
    </div>
  )
}
