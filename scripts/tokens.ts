/** Writes the CSS variables from the design tokens: `node --import tsx scripts/tokens.ts`. */
import { writeFileSync } from 'node:fs'
import { formatTokensCss } from '#src/ui/theme/tokens-css.ts'

writeFileSync(new URL('../src/ui/theme/tokens.css', import.meta.url), formatTokensCss())
