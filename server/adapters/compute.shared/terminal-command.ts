import { sessionVariable } from './hang-up-scripts.ts'

/**
 * Sets the terminal size from inside if the image has stty: engines before API 1.42 accept no size at creation, and a resize
 * comes after the first instructions. Busybox's stty prints nothing for a terminal without a size.
 */
export const wrapInTerminal = ({ cols, rows }: { cols: number; rows: number }, cmd: readonly string[]): string[] => [
  ...[
    '/bin/sh',
    '-c',
    `case "$(stty size 2>/dev/null)" in '' | '0 0') stty cols ${cols} rows ${rows} 2>/dev/null ;; esac; exec "$@"`,
    'sh',
  ],
  ...cmd,
]

/** Includes the session id for the hang-up, and a locale, without which shells break Chinese characters. */
export function buildTerminalEnvironment(inherited: readonly string[], session: string): string[] {
  const hasLocale = inherited.some((entry) => /^(?:LANG|LC_ALL|LC_CTYPE)=/.test(entry))
  return ['TERM=xterm-256color', `${sessionVariable}=${session}`, ...(hasLocale ? [] : ['LANG=C.UTF-8'])]
}
