import { type ReactNode, useId } from 'react'
import styles from './BottomSheet.module.css'
import { DialogHead } from './DialogHead.tsx'
import shared from './dialog.module.css'
import { useModal } from './use-modal.ts'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  /** Stays fixed at the bottom while the content scrolls. */
  footer?: ReactNode
}

/** Panel that slides up over the page; used on phones in place of a sidebar or menu. */
export function BottomSheet({ title, onClose, children, footer }: Props) {
  const ref = useModal(onClose, { light: true })
  const heading = useId()
  return (
    <dialog ref={ref} className={`${shared.dialog} ${styles.sheet}`} aria-labelledby={heading}>
      <div className={shared.panel}>
        <DialogHead id={heading} title={title} className={styles.head} onClose={onClose} />
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  )
}
