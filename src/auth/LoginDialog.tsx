import { useSearchParams } from 'react-router-dom'
import { LiveStockBoard } from '#src/site/board/LiveStockBoard.tsx'
import { CloseButton } from '#src/ui/CloseButton.tsx'
import shared from '#src/ui/dialog.module.css'
import { BrandMark } from '#src/ui/header/BrandMark.tsx'
import { useModal } from '#src/ui/use-modal.ts'
import styles from './LoginDialog.module.css'
import { LoginPanel } from './LoginPanel.tsx'
import { LoginTabs } from './LoginTabs.tsx'
import type { LoginMode } from './login.state.ts'
import { loginModeLabels } from './mode-names.ts'
import { useLoginScreen } from './use-login-screen.ts'
import { useModeInAddress } from './use-mode-in-address.ts'

/** Preview of the console beside the form; omitted, and not loaded, if there is no room for it. */
function LoginSide() {
  return (
    <aside className={styles.side} data-theme="dark">
      <BrandMark size={32} />
      <LiveStockBoard rows={7} quiet />
    </aside>
  )
}

interface Props {
  mode: Exclude<LoginMode, 'wechat_bind' | 'second_step'>
  onClose: () => void
}

/**
 * Dialog over the home page to sign in, register or reset the password; reads `url` and `invite_code` from the address
 * (requirements §4).
 */
export default function LoginDialog({ mode, onClose }: Props) {
  const dialog = useModal(onClose)
  const { state, send, wait, form } = useLoginScreen(mode)
  const [search, setSearch] = useSearchParams()
  useModeInAddress(state, search.get('type') as LoginMode | null, (shown) =>
    setSearch(
      (present) => {
        present.set('type', shown)
        return present
      },
      { replace: true },
    ),
  )

  return (
    <dialog
      ref={dialog}
      className={`${shared.dialog} ${shared.appear} ${styles.dialog}`}
      aria-label={loginModeLabels[state.mode]}
    >
      <div className={styles.panel}>
        <div className={styles.main}>
          <div className={styles.head}>
            <LoginTabs state={state} send={send} />
            <CloseButton onClose={onClose} />
          </div>
          <LoginPanel ref={form} state={state} send={send} wait={wait} />
        </div>
        <LoginSide />
      </div>
    </dialog>
  )
}
