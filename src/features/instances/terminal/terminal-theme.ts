import type { ITheme } from '@xterm/xterm'
import { darkPalette } from '#src/ui/theme/tokens.ts'

/** Ink in both schemes, as a terminal is; the colours of programs are those of the dark palette. */
export const terminalTheme: ITheme = {
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
