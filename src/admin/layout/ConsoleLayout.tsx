import { useGetIdentity } from '@refinedev/core'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import type { UserInfo } from '#contract/users.ts'
import { CommandCenter } from '#src/admin/palette/CommandCenter.tsx'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import type { LostConnection } from '#src/api/event-stream.ts'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { PageOutline } from '#src/ui/chunk.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import { Header } from '#src/ui/header/Header.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { useScrollToTop } from '#src/ui/use-scroll-to-top.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './ConsoleLayout.module.css'
import { useDialogFocus } from './dialog-focus.ts'
import { type ConsoleNavEntry, findCurrentPage } from './nav-entries.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { Sider } from './Sider.tsx'
import { AccessibleNav, type NavCounts, useAccessibleNav, useNav } from './use-accessible-nav.ts'

/** Grace period: a connection restored at the first retry is not reported, as long as the platform responds. */
const firstRetryMs = limits.streamRetryMs + 2000
const platformCheckDelayMs = 1000

/** Returns the lost connection once it is worth reporting, else null. */
function useLostConnection(): LostConnection | null {
  const lost = useStore(liveStream.lost)
  const isLost = lost !== null
  const [isLong, setLong] = useState(false)

  useEffect(() => {
    if (!isLost) return
    let over = false
    const say = () => {
      if (!over) setLong(true)
    }
    const ask = setTimeout(() => void isPlatformUp().then((up) => up || say()), platformCheckDelayMs)
    const wait = setTimeout(say, firstRetryMs)
    return () => {
      over = true
      clearTimeout(ask)
      clearTimeout(wait)
      setLong(false)
    }
  }, [isLost])

  return lost && (isLong || lost.ended) ? lost : null
}

/** Formats the time as `14:05`, with the date if it is not today. */
const sinceText = (since: number): string => {
  const [day, time] = formatTime(new Date(since).toISOString()).split(' ')
  const today = formatTime(new Date().toISOString()).startsWith(`${day}`)
  return today ? `${time}` : `${day} ${time}`
}

/** Strip that says that data is not updated, since when, and what to do. */
function ConnectionLostStrip({ lost }: { lost: LostConnection | null }) {
  return (
    <div aria-live="polite" className={styles.place}>
      {lost && (
        <p className={styles.lost}>
          <i className={styles.dot} />
          <span>
            {lost.ended ? '连接已断开，已停止自动重连' : '连接已断开，正在重连'}
            <span className={styles.since}> · 数据截至 {sinceText(lost.since)}</span>
          </span>
          <button type="button" className={styles.reconnect} onClick={liveStream.reconnect}>
            立即重连
          </button>
        </p>
      )}
    </div>
  )
}

const SiderDrawer = lazyDialog(() => import('./SiderDrawer.tsx'))

/** Button with the name of the current menu entry that opens the menu; for narrow windows. */
function NarrowNav() {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const { entries } = useNav()
  return (
    <div className={styles.nav}>
      <button type="button" className={styles.navButton} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="menu" />
        {(entries && findCurrentPage(entries, pathname)?.entry.label) ?? '控制台'}
        <Icon name="chevron" className={styles.chevron} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <SiderDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

const mainId = 'main'
const outline = <PageSkeleton />

interface Props {
  entries: readonly ConsoleNavEntry[]
  resources: readonly ResourceEntry[]
  /** Loads the code of the page at a path of the menu. */
  preload: (path: string) => void
  /** Counts what waits behind the pages of the menu. */
  useNavCounts?: (() => NavCounts) | undefined
  banner?: ReactNode
  /** One line above every page. */
  strip?: ReactNode
  /** Overlay in the bottom corner of every page. */
  corner?: ReactNode
  children: ReactNode
}

const noCounts: NavCounts = {}
const useNoCounts = () => noCounts

/** Frame of the console: header, menu, and page. It stays usable if the page fails. */
export function ConsoleLayout(props: Props) {
  const { entries, resources, preload, useNavCounts = useNoCounts, banner, strip, corner, children } = props
  useScrollToTop()
  const frame = useRef<HTMLDivElement>(null)
  useDialogFocus(frame, mainId)
  const { pathname } = useLocation()
  const { data: user = null } = useGetIdentity<UserInfo | null>()
  const narrow = useStore(narrowScreen)
  const lost = useLostConnection()
  const open = useAccessibleNav(entries)
  const counts = useNavCounts()
  const nav = useMemo(() => ({ entries: open, counts, preload }), [open, counts, preload])
  return (
    <AccessibleNav value={nav}>
      <div ref={frame} className={styles.console} data-docked={Boolean(corner)} data-banner={Boolean(banner)}>
        <Header
          variant="console"
          account={{ signed_in: true, user }}
          tools={<CommandCenter entries={entries} resources={resources} />}
        />
        {banner}
        {narrow && <NarrowNav />}
        <div className={styles.body}>
          {!narrow && <Sider />}
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
    </AccessibleNav>
  )
}
