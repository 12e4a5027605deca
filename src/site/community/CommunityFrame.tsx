import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import styles from './CommunityFrame.module.css'

const communityLinks = [
  { to: paths.communityImages, label: '镜像' },
  { to: paths.communityDataSets, label: '数据集' },
  { to: paths.creativeIncome, label: '创作收益' },
]

/** The common frame of the community pages: navigation, width and heading. */
export function CommunityFrame({
  title,
  lead,
  action,
  children,
}: {
  title: string
  lead: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <nav className={styles.places} aria-label="社区">
        {communityLinks.map(({ to, label }) => (
          <NavLink key={to} className={styles.place} to={to} end>
            {label}
          </NavLink>
        ))}
      </nav>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {action && <div className={styles.action}>{action}</div>}
      </header>
      {children}
    </div>
  )
}
