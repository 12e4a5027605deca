import { describe, expect, it } from 'vitest'
import { isPlainMultiline, isPlainText } from '#contract/plain-text.ts'

describe('A plain text', () => {
  it.each(['训练机', 'a b', '👩‍💻 的实例', '👩🏽‍🚀', '🏳️‍🌈', '❤️', '👨‍👩‍👧‍👦'])('%j is one', (text) =>
    expect(isPlainText(text)).toBe(true),
  )

  it.each([
    ['a line break', 'a\nb'],
    ['a bell', 'a\u0007'],
    ['a joiner between letters', 'a\u200Db'],
    ['a joiner at the end of a picture', '👩\u200D'],
    ['a text that runs backwards', 'exe.\u202Egnp'],
    ['a space of no width', 'ad\u200Bmin'],
  ])('with %s is none', (_, text) => expect(isPlainText(text)).toBe(false))

  it('of several lines may have line breaks, and nothing else that nobody sees', () => {
    expect(isPlainMultiline('一\r\n\t二')).toBe(true)
    expect(isPlainMultiline('一\u0000')).toBe(false)
  })
})
