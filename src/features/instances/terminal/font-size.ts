import { is_narrow } from '#src/ui/media.ts'
import { storedChoice } from '#src/ui/stored-choice.ts'
import { text_sizes } from '#src/ui/theme/tokens.ts'

const sizes = text_sizes.slice(0, 5).map(String)
const [small = '', usual = ''] = sizes

/** How large the terminal writes, in px; kept in this browser. */
export const font_size = storedChoice('terminal-font-size', sizes, is_narrow.get() ? small : usual)

/** The next larger (1) or smaller (−1) size; undefined at the end. */
export const sizeBeside = (size: string, step: 1 | -1): string | undefined => sizes[sizes.indexOf(size) + step]
