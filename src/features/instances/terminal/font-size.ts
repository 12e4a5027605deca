import { narrowScreen } from '#src/ui/media.ts'
import { createStoredChoice } from '#src/ui/stored-choice.ts'
import { textSizes } from '#src/ui/theme/tokens.ts'

const sizes = textSizes.slice(0, 5).map(String)
const [small = '', usual = ''] = sizes

/** How large the terminal writes, in px; kept in this browser. */
export const terminalFontSize = createStoredChoice('terminal-font-size', sizes, narrowScreen.get() ? small : usual)

/** The next larger (1) or smaller (−1) size; undefined at the end. */
export const computeNextFontSize = (size: string, step: 1 | -1): string | undefined => sizes[sizes.indexOf(size) + step]
