import { useEffect } from 'react'

const typing = 'input, textarea, select, dialog, [contenteditable="true"]'

/** `/` presses the search button that can be seen, from anywhere on the page but where somebody is typing. */
export function useSearchKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(typing)) return
      const buttons = [...document.querySelectorAll<HTMLElement>('[data-help-search]')]
      const shown = buttons.find((button) => button.offsetParent !== null) ?? buttons[0]
      if (!shown) return
      event.preventDefault()
      shown.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
