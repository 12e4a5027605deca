import { Icon } from '#src/ui/Icon.tsx'
import styles from './DatasetSourceInput.module.css'

/** Where one stands, and the way back up. */
export function FolderBreadcrumb({ path, onGo }: { path: string; onGo: (path: string) => void }) {
  const names = path ? path.split('/') : []
  const steps = [{ name: '最上层', to: '' }, ...names.map((name, nth) => ({ name, to: names.slice(0, nth + 1).join('/') }))]
  return (
    <nav aria-label="所在文件夹" className={styles.path}>
      {steps.map(({ name, to }, nth) => (
        <span key={to} className={styles.step}>
          {nth > 0 && <Icon name="chevron" />}
          <button type="button" aria-current={to === path ? 'location' : undefined} onClick={() => onGo(to)}>
            {name}
          </button>
        </span>
      ))}
    </nav>
  )
}
