import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatCount } from '#src/ui/format-count.ts'
import { type TextSelection, toggleLinePrefix, toggleWrap } from './edit-text.ts'
import styles from './MarkdownEditor.module.css'
import { MarkdownPreview } from './MarkdownPreview.tsx'

interface Mark {
  name: string
  label: string
  /** Text on the button. */
  sign: string
  /** Shortcut key, pressed with Ctrl or ⌘. */
  key?: string
  apply: (selected: TextSelection) => TextSelection
}

const marks: readonly Mark[] = [
  { name: 'heading', label: '标题', sign: 'H', apply: (selected) => toggleLinePrefix(selected, '## ') },
  { name: 'bold', label: '加粗', sign: 'B', key: 'b', apply: (selected) => toggleWrap(selected, '**', '**', '重点') },
  { name: 'italic', label: '倾斜', sign: 'I', key: 'i', apply: (selected) => toggleWrap(selected, '*', '*', '文字') },
  { name: 'code', label: '行内代码', sign: '<>', key: 'e', apply: (selected) => toggleWrap(selected, '`', '`', 'nvidia-smi') },
  {
    name: 'block',
    label: '代码块',
    sign: '{ }',
    apply: (selected) => toggleWrap(selected, '\n```bash\n', '\n```\n', 'nvidia-smi'),
  },
  { name: 'list', label: '列表', sign: '•', apply: (selected) => toggleLinePrefix(selected, '- ') },
  { name: 'link', label: '链接', sign: '↗', key: 'k', apply: (selected) => toggleWrap(selected, '[', '](https://)', '链接文字') },
]

/** Share of the limit from which the character count is announced to screen readers. */
const nearFull = 0.9

interface Props {
  /** Passed by the form, like `value` and `onChange`. */
  id?: string
  value?: string
  onChange?: (text: string) => void
  onBlur?: () => void
  /** Maximum number of characters; above it the count turns red and the form's rule refuses. */
  max: number
  rows?: number
  placeholder?: string
  disabled?: boolean
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-describedby'?: string
}

/** Markdown editor with preview. Ctrl or ⌘ with B, I, E, K formats the selection; Tab leaves the field. */
export function MarkdownEditor({ id, value = '', onChange, onBlur, max, rows = 14, placeholder, disabled, ...aria }: Props) {
  const own = useId()
  const [previewing, setPreviewing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const select = useRef<[number, number] | null>(null)

  // the field contains the new text only after the form has passed it back
  useLayoutEffect(() => {
    if (!select.current || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(...select.current)
    select.current = null
  })

  const mark = (apply: (selected: TextSelection) => TextSelection) => {
    if (!field.current) return
    const { selectionStart, selectionEnd } = field.current
    const { text, start, end } = apply({ text: value, start: selectionStart, end: selectionEnd })
    select.current = [start, end]
    onChange?.(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    const found = marks.find(({ key }) => key === event.key.toLowerCase())
    if (!found) return
    event.preventDefault()
    mark(found.apply)
  }
  const turn = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    setPreviewing(!previewing)
    document.getElementById(`${own}-${previewing ? 'write' : 'read'}`)?.focus()
  }
  const tab = (name: 'write' | 'read', label: string, selected: boolean) => (
    <button
      type="button"
      role="tab"
      id={`${own}-${name}`}
      className={styles.tab}
      aria-selected={selected}
      aria-controls={`${own}-${name}-panel`}
      tabIndex={selected ? 0 : -1}
      onClick={() => setPreviewing(name === 'read')}
      onKeyDown={turn}
    >
      {label}
    </button>
  )

  return (
    <div className={styles.editor}>
      <div className={styles.head}>
        <div className={styles.tabs} role="tablist" aria-label="Markdown">
          {tab('write', '编辑', !previewing)}
          {tab('read', '预览', previewing)}
        </div>
        {!previewing && (
          <div className={styles.marks} role="toolbar" aria-label="格式">
            {marks.map(({ name, label, sign, key, apply }) => (
              <button
                key={name}
                type="button"
                className={styles.mark}
                data-mark={name}
                disabled={disabled}
                aria-label={label}
                title={key ? `${label}（Ctrl 或 ⌘ + ${key.toUpperCase()}）` : label}
                onClick={() => mark(apply)}
              >
                {sign}
              </button>
            ))}
          </div>
        )}
      </div>
      <div id={`${own}-write-panel`} role="tabpanel" aria-labelledby={`${own}-write`} hidden={previewing}>
        <textarea
          {...aria}
          ref={field}
          id={id}
          className={styles.field}
          rows={rows}
          value={value}
          placeholder={placeholder}
          disabled={disabled}
          spellCheck={false}
          onChange={(event) => onChange?.(event.target.value)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        id={`${own}-read-panel`}
        role="tabpanel"
        aria-labelledby={`${own}-read`}
        hidden={!previewing}
        className={styles.preview}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of words alone must be reachable by keyboard
        tabIndex={0}
      >
        {previewing && <MarkdownPreview source={value} />}
      </div>
      <p className={styles.foot}>
        <span>支持 Markdown；HTML 按原文显示，图片只能用本站的。</span>
        <span
          className={styles.count}
          data-over={value.length > max}
          aria-live={value.length > max * nearFull ? 'polite' : 'off'}
        >
          {formatCount(value.length)} / {formatCount(max)} 字
        </span>
      </p>
    </div>
  )
}
