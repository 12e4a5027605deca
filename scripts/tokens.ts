/** Writes the CSS variables from the design tokens: `node --import tsx scripts/tokens.ts`. */
import { writeFileSync } from 'node:fs'
import { tokensCss } from '#src/kit/theme/tokens-css.ts'

writeFileSync(new URL('../src/kit/theme/tokens.css', import.meta.url), tokensCss())
