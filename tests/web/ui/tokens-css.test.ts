import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ColorPalette, darkPalette, lightPalette } from '#src/ui/theme/tokens.ts'
import { formatTokensCss } from '#src/ui/theme/tokens-css.ts'

const channel = (hex: string, at: number) => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
/** WCAG contrast of two colours. */
const contrast = (one: string, two: string) => {
  const [high, low] = [luminance(one), luminance(two)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const words = ['text', 'text-2', 'text-3', 'primary', 'price', 'success', 'warning', 'danger'] as const
/** 'primary-soft' is what is chosen: a row, a card. */
const grounds = ['surface', 'page', 'sunken', 'primary-soft'] as const
const pairs: [keyof ColorPalette, keyof ColorPalette][] = [
  ...words.flatMap((word) => grounds.map((ground): [keyof ColorPalette, keyof ColorPalette] => [word, ground])),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-price', 'price'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['price', 'price-soft'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['on-ink', 'ink'],
  ['on-ink-2', 'ink'],
  ['on-ink-2', 'ink-2'],
  ['ink-accent', 'ink'],
  ['ink-price', 'ink'],
]

describe('Visual: colour', () => {
  it('has its CSS made from the tokens', () => {
    expect(readFileSync('src/ui/theme/tokens.css', 'utf8')).toBe(formatTokensCss())
  })

  describe.each([
    ['light', lightPalette],
    ['dark', darkPalette],
  ])('%s', (_, palette) => {
    it.each(pairs)('%s reads on %s', (text, ground) => {
      expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5)
    })

    it('draws controls that can be seen', () => {
      expect(contrast(palette['line-strong'], palette.surface)).toBeGreaterThanOrEqual(3)
    })
  })
})
