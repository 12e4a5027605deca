import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { useModal } from '#src/ui/use-modal.ts'
import styles from './SearchShell.module.css'

/** Connects the search input with the list below it. */
export interface SearchControl {
  typed: string
  /** Id that the list element must have. */
  list: string
  /** Handles a key for the list; returns false if the list does not use that key. */
  press: RefObject<((key: string) => boolean) | null>
  /** Announces the selected option's element to screen readers. */
  point: (option: string | undefined) => void
  /** Text for which Enter was pressed before there was an option to run. */
  entered: RefObject<string | null>
}

interface Props {
  label: string
  placeholder: string
  onClose: () => void
  /** The list; it may load late, because the input already keeps what is typed. */
  children: (search: SearchControl) => ReactNode
}

/** Search input over the page, mounted with the key press that opens it, so that no following letter is lost. */
export function SearchShell({ label, placeholder, onClose, children }: Props) {
  const ref = useModal(onClose, { light: true })
  const list = useId()
  const [typed, setTyped] = useState('')
  const [option, point] = useState<string>()
  const press = useRef<((key: string) => boolean) | null>(null)
  const entered = useRef<string | null>(null)
  return (
    <dialog ref={ref} className={styles.dialog} aria-label={label}>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          data-autofocus
          role="combobox"
          aria-label={label}
          aria-expanded={option !== undefined}
          aria-controls={list}
          aria-activedescendant={option}
          aria-autocomplete="list"
          autoComplete="off"
          enterKeyHint="go"
          spellCheck={false}
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            // Safari reports an Enter of the input method only by key code 229
            if (event.nativeEvent.isComposing || event.keyCode === 229) return
            entered.current = null
            if (press.current?.(event.key)) event.preventDefault()
            else if (event.key === 'Enter' && typed.trim()) entered.current = typed
          }}
        />
        <button type="button" className={styles.close} onClick={onClose} aria-label="关闭">
          Esc
        </button>
      </div>
      {children({ typed, list, press, point, entered })}
    </dialog>
  )
}
