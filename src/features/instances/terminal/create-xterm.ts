import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { type ITheme, Terminal } from '@xterm/xterm'
import { copyText } from '#src/ui/copy-text.ts'
import { darkPalette, fonts } from '#src/ui/theme/tokens.ts'
import { terminalFontSize } from './font-size.ts'

/** Dark in both colour schemes, like a usual terminal; ANSI colours come from the dark palette. */
const terminalTheme: ITheme = {
  background: darkPalette.ink,
  foreground: darkPalette['on-ink'],
  cursor: darkPalette['ink-accent'],
  cursorAccent: darkPalette.ink,
  selectionBackground: darkPalette['line-strong'],
  black: darkPalette['ink-line'],
  red: darkPalette.danger,
  green: darkPalette.success,
  yellow: darkPalette.warning,
  blue: darkPalette.primary,
  magenta: darkPalette['chart-4'],
  cyan: darkPalette['chart-6'],
  white: darkPalette['text-2'],
  brightBlack: darkPalette['text-3'],
  brightRed: darkPalette.danger,
  brightGreen: darkPalette['chart-3'],
  brightYellow: darkPalette['chart-5'],
  brightBlue: darkPalette['primary-hover'],
  brightMagenta: darkPalette['chart-4'],
  brightCyan: darkPalette['chart-6'],
  brightWhite: darkPalette['on-ink'],
}

const linesKept = 5000

/** Key that moves the focus out of the terminal, because Tab belongs to the shell. */
export const terminalLeaveKey = 'F6'

const isCopy = ({ ctrlKey, shiftKey, altKey, metaKey, code }: KeyboardEvent, selected: boolean) =>
  code === 'KeyC' && ctrlKey && !altKey && !metaKey && (shiftKey || selected)
const isPaste = ({ ctrlKey, shiftKey, code }: KeyboardEvent) => code === 'KeyV' && ctrlKey && shiftKey
const isSearch = ({ ctrlKey, shiftKey, code }: KeyboardEvent) => code === 'KeyF' && ctrlKey && shiftKey

interface ScreenOptions {
  /** Called when a keyboard user leaves the terminal. */
  onLeave: () => void
  onSearch: () => void
}

/** Creates an xterm that fills `host`. */
export function createXterm(host: HTMLElement, { onLeave, onSearch }: ScreenOptions) {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const terminal = new Terminal({
    theme: terminalTheme,
    fontFamily: fonts.mono,
    fontSize: Number(terminalFontSize.get()),
    lineHeight: 1.2,
    scrollback: linesKept,
    cursorBlink: !still,
    allowProposedApi: true, // needed for character widths and search highlights
  })
  Terminal.strings.promptLabel = `终端输入，按 ${terminalLeaveKey} 离开`
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.loadAddon(new Unicode11Addon())
  terminal.unicode.activeVersion = '11' // character widths of 中文 and 🙂 as the shell assumes them
  terminal.open(host)

  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown') return true
    if (event.key === terminalLeaveKey || isSearch(event)) {
      event.preventDefault()
      if (event.key === terminalLeaveKey) onLeave()
      else onSearch()
      return false
    }
    if (isCopy(event, terminal.hasSelection())) {
      event.preventDefault()
      if (terminal.hasSelection()) void copyText(terminal.getSelection())
      terminal.clearSelection()
      return false
    }
    return !isPaste(event) // the browser handles the paste, and xterm receives its event
  })

  const refit = () => {
    if (host.offsetWidth) fit.fit()
  }
  const observer = new ResizeObserver(refit)
  observer.observe(host)
  const unfollow = terminalFontSize.subscribe(() => {
    terminal.options.fontSize = Number(terminalFontSize.get())
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
