import { type ReactNode, useId } from 'react'
import { DialogHead } from '#src/ui/DialogHead.tsx'
import shared from '#src/ui/dialog.module.css'
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
    <dialog ref={ref} className={`${shared.dialog} ${styles.dialog}`} data-wide={wide} aria-labelledby={heading}>
      <div className={shared.panel}>
        <DialogHead id={heading} title={title} className={styles.head} onClose={onClose} />
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  )
}
