import { Icon } from '#src/kit/Icon.tsx'
import { useStore } from '#src/kit/use-store.ts'
import type { NavEntry } from './nav-entries.ts'
import styles from './Sider.module.css'
import { SiderMenu } from './SiderMenu.tsx'
import { sider_state } from './sider-state.ts'

/** The menu beside the page; folds to icons. */
export function Sider({ entries }: { entries: readonly NavEntry[] }) {
  const folded = useStore(sider_state) === 'folded'
  const action = folded ? '展开菜单' : '收起菜单'
  return (
    <aside className={styles.sider} data-folded={folded}>
      <nav aria-label="控制台" className={styles.scroll}>
        <SiderMenu entries={entries} folded={folded} />
      </nav>
      <button
        type="button"
        className={styles.fold}
        aria-label={action}
        aria-expanded={!folded}
        title={action}
        onClick={() => sider_state.set(folded ? 'open' : 'folded')}
      >
        <Icon name={folded ? 'unfold' : 'fold'} />
        {!folded && <span>收起</span>}
      </button>
    </aside>
  )
}
