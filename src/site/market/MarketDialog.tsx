import { type ReactNode, useId } from 'react'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { useModal } from '#src/ui/use-modal.ts'
import styles from './MarketDialog.module.css'

interface Props {
  title: string
  /** Wide enough for a table. */
  wide?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog in the middle of the page; on a phone a bottom sheet, or full screen if wide. */
export function MarketDialog({ title, wide = false, onClose, children }: Props) {
  const ref = useModal(onClose, { light: true })
  const heading = useId()
  return (
    <dialog ref={ref} className={styles.dialog} data-wide={wide} aria-labelledby={heading}>
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
      </div>
    </dialog>
  )
}
