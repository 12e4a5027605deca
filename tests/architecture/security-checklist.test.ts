import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Line {
  numbers: string
  /** A test file and the name of a test in it; none where the line says why. */
  file: string | undefined
  name: string
}

function readLines(path: string): Line[] {
  const rows = readFileSync(path, 'utf8').matchAll(/^\| (\d[\d., ]*) \| [^|]+ \| (?:`([^`]+)`: )?(.*) \|$/gm)
  return [...rows].map(([, numbers = '', file, name = '']) => ({ numbers, file, name }))
}

const english = readLines('docs/operating/security.md')

describe('docs/operating/security.md', () => {
  it('names for each line a test that is there', () => {
    expect(english.length).toBeGreaterThan(50)
    const lost = english.filter(({ file, name }) => file && !(existsSync(file) && readFileSync(file, 'utf8').includes(name)))
    expect(lost).toEqual([])
  })

  it('says of each line without a test that it is open or not met', () => {
    const text = readFileSync('docs/operating/security.md', 'utf8')
    for (const { numbers } of english.filter(({ file }) => !file))
      expect(text).toMatch(new RegExp(`^\\| ${numbers} \\| (open|not met): `, 'm'))
  })

  it('has the same lines and the same tests in Chinese', () => {
    const proofs = (lines: Line[]) => lines.map(({ numbers, file, name }) => (file ? `${numbers} ${file} ${name}` : numbers))
    expect(proofs(readLines('docs/operating/security.zh-CN.md'))).toEqual(proofs(english))
  })
})
