import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readNotice, writeNotices } from '../../scripts/notices.ts'

const root = mkdtempSync(join(tmpdir(), 'zhisuan-notices-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Makes a package as if it were installed. */
function install(name: string, manifest: object, files: Record<string, string> = {}): string {
  const folder = join(root, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...manifest }))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  return folder
}

describe('decision 108 Third-party notices', () => {
  it('name each package once, with the text of its license', () => {
    const folders = [
      install('b', { license: 'MIT' }, { 'LICENSE.md': 'Copyright B. As you like.' }),
      install('a', { licenses: [{ type: 'ISC' }], author: 'Ann <a@example.cn>' }),
    ]
    const file = join(root, 'notices.txt')
    writeNotices(file, [...folders, ...folders])
    const text = readFileSync(file, 'utf8')
    expect(text.match(/^[ab] 1\.2\.3 \(.*\)$/gm)).toEqual(['a 1.2.3 (ISC)', 'b 1.2.3 (MIT)'])
    expect(text).toContain('Copyright B. As you like.')
    expect(text).toContain('Copyright (c) Ann <a@example.cn>')
    expect(text).toContain('Permission to use, copy, modify')
  })

  it.each([
    ['names no license', {}],
    ['is not to be passed on', { license: 'UNLICENSED' }],
    ['has a license that nobody has looked at', { license: 'MIT OR Some-1.0' }],
    ['brings no text, where there is no standard one', { license: 'BSD-3-Clause' }],
  ])('cannot be written for a package that %s', (why, manifest) => {
    const name = why.replaceAll(' ', '-')
    expect(() => readNotice(install(name, manifest))).toThrow(name)
  })

  it('can be written for all that package.json asks for', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
    const names = Object.keys(dependencies)
    expect(names).toContain('@fontsource-variable/noto-sans-sc')
    for (const name of names) expect(readNotice(join('node_modules', name)).body.length).toBeGreaterThan(100)
  })
})
