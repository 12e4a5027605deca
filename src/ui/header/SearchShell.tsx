import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { useModal } from '#src/ui/use-modal.ts'
import styles from './SearchShell.module.css'

/** What the list under the box needs to know of it, and tells it. */
export interface SearchControl {
  typed: string
  /** The id that the list must bear. */
  list: string
  /** Does what a key means to the list; false when it means nothing there. */
  press: RefObject<((key: string) => boolean) | null>
  /** Names the chosen option's element to whoever hears the page. */
  point: (option: string | undefined) => void
  /** For what Enter was pressed before there was anything to run. */
  entered: RefObject<string | null>
}

interface Props {
  label: string
  placeholder: string
  onClose: () => void
  /** The list, which may load only now: what is typed meanwhile stands in the box. */
  children: (search: SearchControl) => ReactNode
}

/** A box to type in over the page, there with the very key that asks for it: no letter typed after that key is lost. */
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
            // Safari says only by 229 that an Enter still belongs to the input method
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
