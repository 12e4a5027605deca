import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '#src/paths.ts'
import styles from './SandboxFrame.module.css'

/** A page that plays somebody else's device or counter; nobody may take it for the real one. */
export function SandboxFrame({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · 沙箱`
  }, [title])

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
          <Link to={paths.sandbox}>沙箱短信与邮箱</Link>
          <Link to={paths.sandbox_wechat}>沙箱微信</Link>
          <Link to={paths.data_overview}>控制台</Link>
          <Link to={paths.home()}>首页</Link>
        </nav>
      </main>
    </div>
  )
}
