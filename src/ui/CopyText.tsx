import type { ReactNode } from 'react'
import styles from './CopyText.module.css'
import { copyText } from './copy-text.ts'
import { Icon } from './Icon.tsx'

interface Props {
  text: string
  /** What is shown instead of the text itself; `null` shows the button alone. */
  children?: ReactNode
  /** What is copied, for people who hear the page: 复制 uuid. */
  label?: string
  mono?: boolean
}

/** A value with a button that copies it. */
export function CopyText({ text, children = text, label = '复制', mono = false }: Props) {
  return (
    <span className={styles.copy}>
      {children !== null && (
        <span className={mono ? styles.mono : styles.text} title={text}>
          {children}
        </span>
      )}
      <button type="button" className={styles.button} aria-label={label} title={label} onClick={() => void copyText(text)}>
        <Icon name="copy" />
      </button>
    </span>
  )
}
