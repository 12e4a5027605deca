import { narrowScreen } from '#src/ui/media.ts'
import { createStoredChoice } from '#src/ui/stored-choice.ts'
import { textSizes } from '#src/ui/theme/tokens.ts'

const sizes = textSizes.slice(0, 5).map(String)
const [small = '', usual = ''] = sizes

/** Font size of the terminal in px; stored in this browser. */
export const terminalFontSize = createStoredChoice('terminal-font-size', sizes, narrowScreen.get() ? small : usual)

/** Returns the next larger (1) or smaller (−1) size; undefined at the end of the range. */
export const computeNextFontSize = (size: string, step: 1 | -1): string | undefined => sizes[sizes.indexOf(size) + step]
