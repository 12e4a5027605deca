import { describe, expect, it, vi } from 'vitest'
import { computeMatchScore, parseSearchTerms, toSearchableName } from '#src/admin/palette/match.ts'
import { loadPinyinSearch } from '#src/admin/palette/use-pinyin.ts'

const findPinyin = await loadPinyinSearch()
const score = (typed: string, label: string) => computeMatchScore(parseSearchTerms(typed, findPinyin), toSearchableName(label))

describe('A label is found by its pinyin', () => {
  it.each([
    ['容器实例', 'rqsl', 'rongqishili', 'rongqi', 'shili', 'rongqsl'],
    ['总览', 'zl', 'zonglan', 'zongl'],
    ['SSH 密钥', 'sshmy', 'miyao', 'my'],
    ['区域与主机', 'qyyzj', 'zhuji'],
    ['配额', 'pe', 'peie'],
    ['重庆', 'chongqing', 'cq'],
    ['绿色', 'lvse', 'ls'],
    ['Qwen2.5 推理服务', 'tuili', 'tlfw'],
  ])('%s', (label, ...typed) => {
    for (const text of typed) expect(score(text, label), text).toBeGreaterThan(0)
  })

  it('whole or shortened, by letters that stand side by side alone', () => {
    for (const text of ['rsl', 'qiong', 'x', 'lora']) expect(score(text, '容器实例'), text).toBeUndefined()
  })

  it('by one letter only where it begins', () => {
    expect(score('r', '容器实例')).toBeDefined()
    expect(score('q', '容器实例')).toBeUndefined()
  })

  it('after what has the letters themselves', () => {
    expect(score('gj', 'gj-bench')).toBeLessThan(score('gj', '关机')!)
  })

  it('but not by a long text that was pasted by mistake, whose search would take seconds', () => {
    const search = vi.fn(findPinyin)
    const terms = parseSearchTerms('rongqishili'.repeat(1_000), search)
    expect(computeMatchScore(terms, toSearchableName('容器实例'))).toBeUndefined()
    expect(search).not.toHaveBeenCalled()
  })

  it('once the pinyin is there, and by its characters before', () => {
    const terms = (typed: string) => parseSearchTerms(typed, undefined)
    expect(computeMatchScore(terms('zonglan'), toSearchableName('总览'))).toBeUndefined()
    expect(computeMatchScore(terms('总览'), toSearchableName('总览'))).toBe(0)
  })
})
