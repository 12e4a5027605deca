import { LiveStockBoard } from '#src/site/board/LiveStockBoard.tsx'
import { BrandMark } from '#src/ui/header/BrandMark.tsx'
import styles from './LoginSide.module.css'

/** What waits behind the login; where there is no room beside the form it is left out, and nothing is loaded for it. */
export function LoginSide() {
  return (
    <aside className={styles.side} data-theme="dark">
      <BrandMark size={32} />
      <LiveStockBoard rows={7} quiet />
    </aside>
  )
}
