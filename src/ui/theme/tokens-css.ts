import {
  dark,
  durations,
  fonts,
  heights,
  light,
  type Palette,
  radii,
  shadows,
  spaces,
  text_sizes,
  weights,
  widths,
} from './tokens.ts'

const block = (selector: string, variables: Record<string, string>, indent = ''): string =>
  `${indent}${selector} {\n${Object.entries(variables)
    .map(([name, value]) => `${indent}  ${name}: ${value};\n`)
    .join('')}${indent}}\n`

/** As the formatter has it. */
const small = (text: string): string => text.replace(/#[0-9A-F]{6}/g, (hex) => hex.toLowerCase())

const named = (prefix: string, values: Record<string, string | number>, unit = ''): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${prefix}-${name}`, small(`${value}${unit}`)]))

const sized = (prefix: string, sizes: readonly number[]): Record<string, string> =>
  Object.fromEntries(sizes.map((size) => [`--${prefix}-${size}`, `${size}px`]))

const scheme = (name: 'light' | 'dark', palette: Palette): Record<string, string> => ({
  'color-scheme': name,
  ...named('color', { ...palette }),
  ...named('shadow', shadows[name]),
})

/** The text of `tokens.css`; `scripts/tokens.ts` writes it and a test keeps it equal. */
export const tokensCss = (): string =>
  [
    '/* Made by scripts/tokens.ts from tokens.ts. Do not edit. */\n',
    block(':root', {
      ...scheme('light', light),
      ...named('font', fonts),
      ...sized('text', text_sizes),
      ...sized('space', spaces),
      ...named('radius', radii, 'px'),
      ...named('width', widths, 'px'),
      ...named('height', heights, 'px'),
      ...named('weight', weights),
      ...named('duration', durations, 'ms'),
    }),
    block('[data-theme="dark"]', scheme('dark', dark)),
    '/* Nothing was chosen, and no script has run yet. */',
    `@media (prefers-color-scheme: dark) {\n${block(':root:not([data-theme])', scheme('dark', dark), '  ')}}\n`,
  ].join('\n')
