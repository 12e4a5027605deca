import { describe, expect, it } from 'vitest'
import { reachModules } from '../../scripts/web/reach-modules.ts'

const files: Record<string, { code: string; imports?: string[]; later?: string[] }> = {
  '/page.tsx': {
    code: `import { Button } from 'kit'; import './look.css'; export default Button`,
    imports: ['/kit.js', '/look.css'],
  },
  '/other.tsx': { code: `import * as kit from 'kit'; export default kit`, imports: ['/kit.js'] },
  '/kit.js': {
    code: `"use client"; export { default as Button } from './button'; export * from './table'; export { Menu } from './menu'`,
    imports: ['/button.js', '/table.js', '/menu.js'],
  },
  '/button.js': { code: `import { wave } from './wave'; export default wave`, imports: ['/wave.js'], later: ['/dialog.js'] },
  '/lazy.tsx': { code: `export default 1`, imports: ['\0vite/preload-helper.js'] },
}
const graph = {
  getModuleInfo: (id: string) => {
    const { code = '', imports = [], later = [] } = files[id] ?? {}
    return { code, importedIds: imports, dynamicallyImportedIds: later }
  },
} as unknown as Parameters<typeof reachModules>[0]

describe('decision 094 What a page loads, as the bundler keeps it', () => {
  it('is of a file that gives out what others have only what is taken', () => {
    expect([...reachModules(graph, ['/page.tsx'])].sort()).toEqual(
      ['/button.js', '/kit.js', '/look.css', '/page.tsx', '/table.js', '/wave.js'].sort(),
    )
  })

  it('is everything where everything is taken, and what Vite adds', () => {
    expect(reachModules(graph, ['/other.tsx'])).toContain('/menu.js')
    expect(reachModules(graph, ['/lazy.tsx'])).toContain('\0vite/preload-helper.js')
  })

  it('is what comes later only where it is followed', () => {
    expect(reachModules(graph, ['/page.tsx'])).not.toContain('/dialog.js')
    expect(reachModules(graph, ['/page.tsx'], () => true)).toContain('/dialog.js')
  })
})
