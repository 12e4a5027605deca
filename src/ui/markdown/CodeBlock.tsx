import { copyText } from '#src/ui/copy-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Markdown.module.css'

interface Props {
  text: string
  lang?: string | undefined
  /** Called as the button copies. */
  onCopy?: () => void
}

/** Block of commands or code with a copy button. */
export function CodeBlock({ text, lang, onCopy }: Props) {
  const copy = () => {
    void copyText(text)
    onCopy?.()
  }
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre tabIndex={0} data-lang={lang}>
        <code>{text}</code>
      </pre>
      <button type="button" className={styles.copy} aria-label="复制代码" title="复制代码" onClick={copy}>
        <Icon name="copy" />
      </button>
    </div>
  )
}
