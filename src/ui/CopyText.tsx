import type { ReactNode } from 'react'
import styles from './CopyText.module.css'
import { copyText } from './copy-text.ts'
import { Icon } from './Icon.tsx'
import iconButton from './icon-button.module.css'

interface Props {
  text: string
  /** Content shown instead of the text itself; `null` shows only the button. */
  children?: ReactNode
  /** Accessible name of the button, for example 复制 uuid. */
  label?: string
  /** Toast once it is copied. */
  confirmation?: string
  mono?: boolean
}

/** Value with a copy button. */
export function CopyText({ text, children = text, label = '复制', confirmation, mono = false }: Props) {
  return (
    <span className={styles.copy}>
      {children !== null && (
        <span className={mono ? styles.mono : styles.text} title={text}>
          {children}
        </span>
      )}
      <button
        type="button"
        className={`${iconButton.button} ${styles.button}`}
        aria-label={label}
        title={label}
        onClick={() => void copyText(text, confirmation)}
      >
        <Icon name="copy" />
      </button>
    </span>
  )
}
