import { Modal, Switch } from 'antd'
import { useId } from 'react'
import { useStore } from '#src/ui/use-store.ts'
import styles from './ShortcutSheet.module.css'
import { shortcutState } from './shortcut-state.ts'
import { permanentShortcuts, shortcuts } from './shortcuts.ts'

const groups = ['控制台各处', '列表', '前往'] as const
const all = [
  ...permanentShortcuts.map((keys) => ({ ...keys, lasting: true })),
  ...shortcuts.map((keys) => ({ ...keys, lasting: false })),
]

/** List of all shortcuts, with the switch for single-key shortcuts. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const label = useId()
  const on = useStore(shortcutState) === 'on'
  return (
    <Modal open title="键盘快捷键" footer={null} onCancel={onClose} width="calc(var(--width-form) - var(--space-96))">
      <div className={styles.sheet}>
        {groups.map((group) => (
          <section key={group}>
            <h2>{group}</h2>
            <dl>
              {all
                .filter((shortcut) => shortcut.group === group)
                .map((shortcut) => (
                  <div key={shortcut.keys} data-off={!on && !shortcut.lasting}>
                    <dt>{shortcut.label}</dt>
                    <dd>
                      {shortcut.keys.split(' ').map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={styles.switch}>
        <span id={label}>单键快捷键（输入文字时不起作用）</span>
        <Switch aria-labelledby={label} checked={on} onChange={(checked) => shortcutState.set(checked ? 'on' : 'off')} />
      </div>
    </Modal>
  )
}
