import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { Terminal } from '@xterm/xterm'
import { copyText } from '#src/ui/copy-text.ts'
import { fonts } from '#src/ui/theme/tokens.ts'
import { font_size } from './font-size.ts'
import { terminal_theme } from './terminal-theme.ts'

const lines_kept = 5000

/** Tab belongs to the shell, so another key leaves the terminal. */
export const leave_key = 'F6'

const isCopy = ({ ctrlKey, shiftKey, altKey, metaKey, code }: KeyboardEvent, selected: boolean) =>
  code === 'KeyC' && ctrlKey && !altKey && !metaKey && (shiftKey || selected)
const isPaste = ({ ctrlKey, shiftKey, code }: KeyboardEvent) => code === 'KeyV' && ctrlKey && shiftKey
const isSearch = ({ ctrlKey, shiftKey, code }: KeyboardEvent) => code === 'KeyF' && ctrlKey && shiftKey

interface Asked {
  /** The way out for people on a keyboard. */
  onLeave: () => void
  onSearch: () => void
}

/** An xterm in `host`, as large as it. */
export function makeScreen(host: HTMLElement, { onLeave, onSearch }: Asked) {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const terminal = new Terminal({
    theme: terminal_theme,
    fontFamily: fonts.mono,
    fontSize: Number(font_size.get()),
    lineHeight: 1.2,
    scrollback: lines_kept,
    cursorBlink: !still,
    allowProposedApi: true, // widths of characters, and marks of what is searched for
  })
  Terminal.strings.promptLabel = `终端输入，按 ${leave_key} 离开`
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.loadAddon(new Unicode11Addon())
  terminal.unicode.activeVersion = '11' // the shell's idea of how wide 中文 and 🙂 are
  terminal.open(host)

  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown') return true
    if (event.key === leave_key || isSearch(event)) {
      event.preventDefault()
      if (event.key === leave_key) onLeave()
      else onSearch()
      return false
    }
    if (isCopy(event, terminal.hasSelection())) {
      event.preventDefault()
      if (terminal.hasSelection()) void copyText(terminal.getSelection())
      terminal.clearSelection()
      return false
    }
    return !isPaste(event) // the browser pastes, the terminal hears of it
  })

  const refit = () => {
    if (host.offsetWidth) fit.fit()
  }
  const observer = new ResizeObserver(refit)
  observer.observe(host)
  const unfollow = font_size.subscribe(() => {
    terminal.options.fontSize = Number(font_size.get())
    refit()
  })
  refit()

  return {
    terminal,
    dispose: () => {
      unfollow()
      observer.disconnect()
      terminal.dispose()
    },
  }
}
