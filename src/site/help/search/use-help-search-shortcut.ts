import { useEffect } from 'react'

const typingSelector = 'input, textarea, select, dialog, [contenteditable="true"]'

/** Clicks the visible search button on `/`, unless the user is typing, and on Ctrl+K, even while typing. */
export function useHelpSearchShortcut(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey
      const asks = command ? event.key.toLowerCase() === 'k' && !event.shiftKey : event.key === '/'
      if (!asks || event.altKey) return
      if (!command && event.target instanceof Element && event.target.closest(typingSelector)) return
      const buttons = [...document.querySelectorAll<HTMLElement>('[data-help-search]')]
      const shown = buttons.find((button) => button.offsetParent !== null) ?? buttons[0]
      if (!shown) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) shown.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
