import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface SourceImport {
  /** The import target: a file of ours relative to the root (`server/app.ts`), or a package. */
  from: string
  /** The import disappears when the types are erased. */
  types_only: boolean
}

export interface SourceFile {
  /** Path relative to the root, with forward slashes. */
  path: string
  text: string
  /** Source without comments. */
  code: string
  lines: number
  imports: readonly SourceImport[]
}

const statement = /^(import|export)\s+(type\s+)?((?:[\w*{}\s,$]|\btype\b)*?\s*from\s+)?['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[^:'"`])\/\/[^\n]*/g, '$1')

/** `import { type A, type B } from` also imports only types. */
const namesTypesOnly = (names: string): boolean => {
  const braces = /^\s*\{([^}]*)\}\s*from/.exec(names)
  return braces !== null && braces[1]!.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '))
}

function resolved(specifier: string, importer: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? relative(root, join(root, dirname(importer), specifier)) : specifier
}

function importsOf(code: string, importer: string): SourceImport[] {
  const found: SourceImport[] = []
  for (const [, verb, type, names, specifier] of code.matchAll(statement)) {
    // `export const x = …` is no import: only exports that name a source are.
    if (verb === 'export' && !names) continue
    found.push({ from: resolved(specifier!, importer), types_only: type !== undefined || namesTypesOnly(names ?? '') })
  }
  for (const [, specifier] of code.matchAll(dynamic)) found.push({ from: resolved(specifier!, importer), types_only: false })
  return found
}

/** Returns every TypeScript file under a folder of the root. */
export function listSourceFiles(folder: string): SourceFile[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .map((name) => {
      const path = `${folder}/${name.replaceAll('\\', '/')}`
      const text = readFileSync(join(root, path), 'utf8')
      const code = withoutComments(text)
      return { path, text, code, lines: text.split('\n').length, imports: importsOf(code, path) }
    })
}
