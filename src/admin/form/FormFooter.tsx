import type { ReactNode } from 'react'
import styles from './FormFooter.module.css'

interface Props {
  /** Says what submitting does, or where the present value comes from. */
  note: ReactNode
  /** The buttons. */
  children: ReactNode
}

/** End of a form that is a page of its own: a note, and the buttons below it. */
export const FormFooter = ({ note, children }: Props) => (
  <>
    <p className={styles.note}>{note}</p>
    <div className={styles.buttons}>{children}</div>
  </>
)
