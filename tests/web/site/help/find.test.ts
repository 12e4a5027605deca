import { describe, expect, it } from 'vitest'
import { findPassages, type HelpPassage, splitAtHits, splitSearchTerms } from '#src/site/help/search/find-passages.ts'
import { helpPassages } from '#src/site/help/search/search-data.ts'
import { parseSections } from '#src/ui/markdown/sections.ts'

const passage = (change: Partial<HelpPassage>): HelpPassage => ({
  slug: 'a',
  article: '标题',
  group: '实例',
  id: null,
  heading: null,
  text: '',
  ...change,
})

describe('Searching the help', () => {
  const arrears = passage({ slug: 'arrears', article: '余额不足与欠费', text: '余额用完后实例会关机' })
  const after = passage({
    slug: 'arrears',
    article: '余额不足与欠费',
    id: '充值之后',
    heading: '充值之后',
    text: '充值先补上欠的部分',
  })
  const other = passage({ slug: 'ssh', article: 'SSH 登录', text: '充值与欠费在别处，欠费也是' })
  const all = [other, after, arrears]

  it('finds Chinese by any part of it, without taking words apart', () => {
    expect(findPassages(all, '额用').map((found) => found.passage)).toEqual([arrears])
  })

  it('puts a title before a heading before a mention', () => {
    expect(findPassages(all, '欠费').map((found) => found.passage)).toEqual([arrears, after, other])
    expect(findPassages(all, '充值').map((found) => found.passage)).toEqual([after, other])
  })

  it('wants every word of the question, in any order and case', () => {
    expect(findPassages(all, 'ssh 欠费').map((found) => found.passage)).toEqual([other])
    expect(findPassages(all, '欠费  SSH').map((found) => found.passage)).toEqual([other])
    expect(findPassages(all, '欠费 天气')).toEqual([])
    expect(findPassages(all, '   ')).toEqual([])
  })

  it('shows the words around the first hit', () => {
    const long = passage({ text: `${'前'.repeat(100)}退款${'后'.repeat(200)}` })
    const snippet = findPassages([long], '退款')[0]?.snippet ?? ''
    expect(snippet).toMatch(/^…前+退款后+…$/)
    expect(snippet.length).toBeLessThan(100)
  })

  it('marks every hit, and reads no pattern into what is typed', () => {
    expect(splitAtHits('SSH 与 ssh', splitSearchTerms('ssh'))).toEqual([
      ['SSH', true],
      [' 与 ', false],
      ['ssh', true],
    ])
    expect(splitAtHits('a.b (c)', splitSearchTerms('. ('))).toEqual([
      ['a', false],
      ['.', true],
      ['b ', false],
      ['(', true],
      ['c)', false],
    ])
    expect(splitAtHits('abc', [])).toEqual([['abc', false]])
  })
})

describe('What is searched', () => {
  it('is every section of every article, in plain words and with its numbers filled in', () => {
    const legal = helpPassages.filter(({ slug }) => slug === 'serviceagreement')
    expect(legal.map(({ heading }) => heading)).toContain('四、欠费')
    expect(findPassages(helpPassages, '滞纳金 0.1%').map(({ passage: { slug } }) => slug)).toContain('serviceagreement')
    for (const { text } of helpPassages) expect(text).not.toMatch(/\{\{|\]\(|\*\*/)
  })

  it('keeps cells and list items apart', () => {
    expect(parseSections('前言\n\n## 表\n\n| 甲 | 乙 |\n|---|---|\n| 丙 | **丁** |\n\n- 一\n- [二](/x)')).toEqual([
      { id: null, heading: null, text: '前言' },
      { id: '表', heading: '表', text: '甲 乙 丙 丁 一 二' },
    ])
  })
})
