import { useEffect, useRef } from 'react'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import styles from './HomeNav.module.css'
import { homeSections } from './sections.ts'
import { useCurrentHomeSection } from './use-current-section.ts'

/** The page's own navigation (requirements §2): sections, help in a new tab, pre-sales chat. Sticky below the header. */
export function HomeNav() {
  const current = useCurrentHomeSection()
  const row = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const item = current && row.current?.querySelector<HTMLElement>(`[href="#${current}"]`)
    if (item && row.current) row.current.scrollLeft = item.offsetLeft - (row.current.clientWidth - item.offsetWidth) / 2
  }, [current])

  return (
    <nav id="home-nav" className={styles.nav} aria-label="本页">
      <div className={styles.inner}>
        <ul ref={row} className={styles.row}>
          {homeSections.map(({ id, label }) => (
            <li key={id}>
              <a className={styles.link} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
                {label}
              </a>
            </li>
          ))}
          <li>
            <a className={styles.link} href={paths.help} target="_blank" rel="noopener">
              帮助文档
              <Icon name="external" label="在新窗口打开" />
            </a>
          </li>
        </ul>
        <div className={styles.support}>
          <div className={styles.support}>
            <SupportButton label="售前咨询" />
          </div>
        </div>
      </div>
    </nav>
  )
}
