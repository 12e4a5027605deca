import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { operatorPaths } from '#src/operator/paths.ts'
import { paths } from '#src/paths.ts'

const root = join(import.meta.dirname, '../../src')
const books: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { paths, operatorPaths }

/** The address a resource, view or page declares as `path: paths.orders`, the form all of them use. */
function declaredIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (/^ {2}views: \{/m.test(text)) return [] // each view has its own address
  const [, book = '', name = ''] = /^ {2}path: (paths|operatorPaths)\.(\w+)/m.exec(text) ?? []
  const entry = books[book]?.[name]
  const path: unknown = typeof entry === 'function' ? entry() : entry
  if (typeof path !== 'string') throw new Error(`${file} declares its address in a way this test cannot read`)
  return [path]
}

const all = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(resource|view|page)\.tsx$/.test(file))
  .flatMap(declaredIn)
  .sort()

/** Every declared address of the console; a new resource or page is included automatically. */
export const consolePages = all.filter((path) => !path.startsWith(paths.operator))
export const operatorPages = all.filter((path) => path.startsWith(paths.operator))

/** Returns, from a list on the screen, the addresses of its form and of its first row, if any. */
export async function findPagesBelow(page: Page): Promise<string[]> {
  const list = page.url()
  const found: string[] = []
  const create = page.locator('main [data-shortcut="create"]')
  if (await create.count()) {
    const form = page
      .waitForURL((url) => url.href !== list)
      .then(
        () => true,
        () => false,
      )
    // where files are uploaded, they are chosen in the browser's dialog
    const files = page.waitForEvent('filechooser').then(
      () => false,
      () => false,
    )
    await create.first().click()
    if (await Promise.race([form, files])) {
      found.push(page.url())
      await page.goBack()
    }
  }
  const row = page.locator('main [data-row] a[href]')
  const href = (await row.count()) ? await row.first().getAttribute('href') : null
  return href ? [...found, href] : found
}
