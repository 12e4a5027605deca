import {
  type ColorPalette,
  darkPalette,
  durations,
  fonts,
  heights,
  lightPalette,
  radii,
  shadows,
  spaces,
  textSizes,
  weights,
  widths,
} from './tokens.ts'

const block = (selector: string, variables: Record<string, string>, indent = ''): string =>
  `${indent}${selector} {\n${Object.entries(variables)
    .map(([name, value]) => `${indent}  ${name}: ${value};\n`)
    .join('')}${indent}}\n`

/** Lower-cases hex colours, as the formatter does. */
const small = (text: string): string => text.replace(/#[0-9A-F]{6}/g, (hex) => hex.toLowerCase())

const toNamedVariables = (prefix: string, values: Record<string, string | number>, unit = ''): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${prefix}-${name}`, small(`${value}${unit}`)]))

const sized = (prefix: string, sizes: readonly number[]): Record<string, string> =>
  Object.fromEntries(sizes.map((size) => [`--${prefix}-${size}`, `${size}px`]))

const scheme = (name: 'light' | 'dark', palette: ColorPalette): Record<string, string> => ({
  'color-scheme': name,
  ...toNamedVariables('color', { ...palette }),
  ...toNamedVariables('shadow', shadows[name]),
})

/** Returns the text of `tokens.css`; `scripts/tokens.ts` writes it, and a test checks that the file is up to date. */
export const formatTokensCss = (): string =>
  [
    '/* Made by scripts/tokens.ts from tokens.ts. Do not edit. */\n',
    block(':root', {
      ...scheme('light', lightPalette),
      ...toNamedVariables('font', fonts),
      ...sized('text', textSizes),
      ...sized('space', spaces),
      ...toNamedVariables('radius', radii, 'px'),
      ...toNamedVariables('width', widths, 'px'),
      ...toNamedVariables('height', heights, 'px'),
      ...toNamedVariables('weight', weights),
      ...toNamedVariables('duration', durations, 'ms'),
    }),
    block('[data-theme="dark"]', scheme('dark', darkPalette)),
    '/* Nothing was chosen, and no script has run yet. */',
    `@media (prefers-color-scheme: dark) {\n${block(':root:not([data-theme])', scheme('dark', darkPalette), '  ')}}\n`,
  ].join('\n')
