import { type ReactNode, useEffect } from 'react'
import { Link, Navigate } from 'react-router-dom'
import type { SandboxPart } from '#contract/platform.ts'
import { paths } from '#src/paths.ts'
import { serverInfoStore } from '#src/ui/server-info.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './SandboxFrame.module.css'

interface Props {
  title: string
  lead: ReactNode
  /** Simulated services of the page; if none of them is simulated, the address is unknown and goes home (requirements §2). */
  plays: readonly SandboxPart[]
  children: ReactNode
}

/** Frame of a page that simulates an external device or service, marked so that no one mistakes it for the real one. */
export function SandboxFrame({ title, lead, plays, children }: Props) {
  const info = useStore(serverInfoStore)
  useEffect(() => {
    document.title = `${title} · 沙箱`
    void serverInfoStore.load()
  }, [title])

  const isPlayed = (part: SandboxPart) => info?.played.includes(part) === true
  if (info && !plays.some(isPlayed)) return <Navigate to={paths.home()} replace />
  return (
    <div className={styles.frame}>
      <header className={styles.stripe}>
        <strong>沙箱</strong>
        <span>演示用，不发送真实短信，也不收取真实款项</span>
      </header>
      <main id="main" className={styles.main}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <p>{lead}</p>
        </header>
        {children}
        <nav className={styles.ways} aria-label="其他页面">
          {(isPlayed('sms') || isPlayed('mail')) && <Link to={paths.sandbox}>沙箱短信与邮箱</Link>}
          {isPlayed('wechat') && <Link to={paths.sandboxWechat}>沙箱微信</Link>}
          <Link to={paths.dataOverview}>控制台</Link>
          <Link to={paths.home()}>首页</Link>
        </nav>
      </main>
    </div>
  )
}
