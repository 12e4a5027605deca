import { type ReactNode, useId } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './BottomSheet.module.css'
import controls from './controls.module.css'
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
    <dialog ref={ref} className={styles.sheet} aria-labelledby={heading}>
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 id={heading} className={styles.title}>
            {title}
          </h2>
          <button
            type="button"
            className={`${controls.button} ${controls.quiet} ${controls.icon}`}
            aria-label="关闭"
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  )
}
