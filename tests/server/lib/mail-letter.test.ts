import { describe, expect, it } from 'vitest'
import { composeLetter } from '#server/lib/mail-letter.ts'

const hostile = `<img src=x onerror="alert('1')"> & 'you'`
const url = 'https://gpu.example.cn/console?a=1&b=2'
const letter = composeLetter({
  brand: `某某<b>算力`,
  subject: hostile,
  paragraphs: ['第一段\n第二行', hostile],
  code: '123456',
  action: { label: '查看"详情"', url },
  unsubscribe: { label: '退订', url: `${url}&c="` },
})

/** What a reader sees of the HTML, links as the text writes them. */
const read = (html: string): string =>
  html
    .replace(/^[\s\S]*<body[^>]*>|<\/body>[\s\S]*$/g, '')
    .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2：$1')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

describe('decision 108 A mail', () => {
  it('says the same as text and as HTML', () => {
    const lines = (text: string) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line && line !== '——')
    const [brand, ...rest] = lines(read(letter.html))
    expect(brand).toBe('某某<b>算力')
    expect(rest).toEqual(lines(letter.text).map((line) => line.replace(/^验证码 /, '')))
  })

  it('takes nothing that it is given for HTML', () => {
    const tags = [...letter.html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name!.toLowerCase())
    const ours = ['html', 'head', 'meta', 'title', 'body', 'div', 'p', 'br', 'a']
    expect(tags.length).toBeGreaterThan(10)
    expect(tags.filter((name) => !ours.includes(name))).toEqual([])
    expect(letter.html).toContain('c=&quot;"')
    expect(letter.html).not.toMatch(/<[^>]*\sonerror=/)
  })

  it('loads nothing, and leaves the colours of page and words to the reader’s program', () => {
    expect(letter.html).not.toMatch(/<[^>]*\ssrc=|url\(|<link|@import/)
    expect(letter.html).toContain('name="color-scheme" content="light dark"')
    expect(/<body style="([^"]*)"/.exec(letter.html)?.[1]).not.toMatch(/color|background/)
  })
})
