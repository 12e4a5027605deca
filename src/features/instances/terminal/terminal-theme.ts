import type { ITheme } from '@xterm/xterm'
import { dark } from '#src/ui/theme/tokens.ts'

/** Ink in both schemes, as a terminal is; the colours of programs are those of the dark palette. */
export const terminal_theme: ITheme = {
  background: dark.ink,
  foreground: dark['on-ink'],
  cursor: dark['ink-accent'],
  cursorAccent: dark.ink,
  selectionBackground: dark['line-strong'],
  black: dark['ink-line'],
  red: dark.danger,
  green: dark.success,
  yellow: dark.warning,
  blue: dark.primary,
  magenta: dark['chart-4'],
  cyan: dark['chart-6'],
  white: dark['text-2'],
  brightBlack: dark['text-3'],
  brightRed: dark.danger,
  brightGreen: dark['chart-3'],
  brightYellow: dark['chart-5'],
  brightBlue: dark['primary-hover'],
  brightMagenta: dark['chart-4'],
  brightCyan: dark['chart-6'],
  brightWhite: dark['on-ink'],
}
