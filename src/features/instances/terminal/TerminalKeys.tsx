import { toast } from '#src/ui/toast.ts'
import styles from './TerminalView.module.css'

const keys: readonly [word: string, sent: string, name?: string][] = [
  ['Esc', '\x1b'],
  ['Tab', '\t'],
  ['Ctrl+C', '\x03'],
  ['Ctrl+D', '\x04'],
  ['↑', '\x1b[A', '上一条命令'],
  ['↓', '\x1b[B', '下一条命令'],
  ['←', '\x1b[D', '光标左移'],
  ['→', '\x1b[C', '光标右移'],
]

/** Only where the browser lets a page read what was copied; it asks the person first. */
const mayPaste = typeof navigator.clipboard?.readText === 'function'

interface Props {
  onPress: (data: string) => void
  onPaste: (text: string) => void
}

/** Keys a phone's keyboard does not have. */
export function TerminalKeys({ onPress, onPaste }: Props) {
  const paste = () => navigator.clipboard.readText().then(onPaste, () => toast.error('没有读取剪贴板的权限'))
  return (
    <div className={styles.keys} role="toolbar" aria-label="终端按键">
      {keys.map(([word, sent, name = word]) => (
        <button type="button" key={word} aria-label={name} onClick={() => onPress(sent)}>
          {word}
        </button>
      ))}
      {mayPaste && (
        <button type="button" onClick={() => void paste()}>
          粘贴
        </button>
      )}
    </div>
  )
}
