import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newerBuiltins } from '#tests/support/newer-builtins.ts'
import { listSourceFiles } from '#tests/support/source.ts'
import { browserFloor } from '../../scripts/web/browser-floor.ts'

const web = [...listSourceFiles('contract'), ...listSourceFiles('src')]
const findInWeb = (pattern: RegExp) => web.filter(({ code }) => pattern.test(code)).map(({ path }) => path)

describe('decision 108 The oldest supported browsers', () => {
  it('are named by the READMEs and by the page for older ones with the versions that the web is built for', () => {
    const versions = browserFloor.map((target) => target.replace(/^[a-z]+/, ''))
    for (const file of ['README.md', 'README.zh-CN.md', 'public/old-browser.html']) {
      const text = readFileSync(file, 'utf8')
      for (const version of versions) expect(text, `${file} names ${version}`).toContain(version)
      expect(text, `${file} names WeChat's kernel`).toMatch(/XWEB\W1110/)
    }
  })

  it('can read every regular expression of ours: none looks behind, none has the flag v', () => {
    expect(findInWeb(/\d\{/)).not.toEqual([])
    expect(findInWeb(/\(\?<[=!]|\/[dgimsuy]*v[dgimsuy]*\.(test|exec)\(/)).toEqual([])
  })

  it('have all that our own code calls', () => {
    const statics = newerBuiltins.filter((name) => /^[A-Z]\w+\.\w+$/.test(name)).map((name) => name.replace('.', '\\.'))
    expect(statics).toContain('URL\\.canParse')
    expect(findInWeb(new RegExp(`\\b(${statics.join('|')})\\(`))).toEqual([])
  })
})
