import { LoginPanel } from '#src/auth/LoginPanel.tsx'
import { LoginTabs } from '#src/auth/LoginTabs.tsx'
import { loginModeLabels } from '#src/auth/mode-names.ts'
import { useLoginScreen } from '#src/auth/use-login-screen.ts'
import { useModeInAddress } from '#src/auth/use-mode-in-address.ts'
import { useTitle } from '#src/site/use-title.ts'
import { CellGrid } from '#src/ui/CellGrid.tsx'
import controls from '#src/ui/controls.module.css'
import { BrandMark } from '#src/ui/header/BrandMark.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useBrand } from '#src/ui/use-brand.ts'
import styles from './PhoneScreen.module.css'

/** Fixed decorative cell pattern; it shows no data. */
const columns = 14
const die = Array.from({ length: columns * 6 }, (_, i) => ((i * 5 + Math.floor(i / columns) * 4) % 9 === 0 ? 1 : 0))

interface Props {
  mode: 'login' | 'register'
  /** Called when the address should name this tab. */
  onMode: (mode: 'login' | 'register') => void
  onClose: () => void
}

/** Sign-in and registration screen for phones: one column, usable with one hand (requirements §2). */
export function PhoneScreen({ mode, onMode, onClose }: Props) {
  const brand = useBrand()
  const { state, send, wait, form } = useLoginScreen(mode)
  useModeInAddress(state, mode, onMode)
  useTitle(loginModeLabels[state.mode])

  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <span className={styles.brand}>
          <BrandMark />
          {brand}
        </span>
        <button
          type="button"
          className={`${controls.button} ${controls.quiet} ${styles.close}`}
          aria-label="关闭"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <CellGrid cells={die} columns={columns} cell={10} gap={4} className={styles.die} />
      <main id="main" className={styles.main}>
        <h1 className={styles.title}>{loginModeLabels[state.mode]}</h1>
        <LoginTabs state={state} send={send} />
        <LoginPanel ref={form} state={state} send={send} wait={wait} onPhone />
      </main>
      <footer className={styles.foot}>GPU 按小时、包日或包周租用；按量计费关机就停</footer>
    </div>
  )
}
