import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import { createStoredChoice } from '#src/ui/stored-choice.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './Sider.module.css'
import { SiderMenu } from './SiderMenu.tsx'
import { useNav } from './use-accessible-nav.ts'

/** Whether the sider is open (220 px) or folded (64 px); remembered. */
const siderState = createStoredChoice('console-sider', ['open', 'folded'], 'open')

/** Scrolls the current entry into view if the menu is taller than the window. */
function useScrollToCurrentEntry() {
  const box = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { entries } = useNav()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or another user's menu, is the reason to look
  useLayoutEffect(() => {
    const present = box.current?.querySelector('[aria-current="page"]')
    if (!box.current || !present) return
    const frame = box.current.getBoundingClientRect()
    const { top, bottom } = present.getBoundingClientRect()
    if (top < frame.top || bottom > frame.bottom) box.current.scrollTop += (top + bottom - frame.top - frame.bottom) / 2
  }, [pathname, entries])
  return box
}

/** Menu beside the page; folds to icons. */
export function Sider() {
  const box = useScrollToCurrentEntry()
  const folded = useStore(siderState) === 'folded'
  const action = folded ? '展开菜单' : '收起菜单'
  return (
    <aside className={styles.sider} data-folded={folded}>
      <nav ref={box} aria-label="控制台" className={styles.scroll}>
        <SiderMenu folded={folded} />
      </nav>
      <button
        type="button"
        className={styles.fold}
        aria-label={action}
        aria-expanded={!folded}
        title={action}
        onClick={() => siderState.set(folded ? 'open' : 'folded')}
      >
        <Icon name={folded ? 'unfold' : 'fold'} />
        {!folded && <span>收起</span>}
      </button>
    </aside>
  )
}
