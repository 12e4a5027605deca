import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Entry {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
export type Manifest = Record<string, Entry>

/** What a module asks for once it draws, and what that asks for. */
export function lazyOf(manifest: Manifest, module: string): string[] {
  const found = new Set<string>()
  const visit = (key: string): void => {
    for (const lazy of manifest[key]?.dynamicImports ?? []) {
      if (found.has(lazy)) continue
      found.add(lazy)
      visit(lazy)
    }
    for (const imported of manifest[key]?.imports ?? []) if (imported !== 'index.html') visit(imported)
  }
  visit(module)
  return [...found]
}

export interface Files {
  scripts: string[]
  styles: string[]
}

/** Everything these entries load before they can draw: each with all it imports statically. Styles in the order of the cascade. */
export function filesOf(manifest: Manifest, entries: readonly string[]): Files {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  /** A page that another page imports as well is a chunk of its name, and no entry of its own. */
  const shared = (key: string) =>
    Object.entries(manifest).find(([at, { name }]) => at.startsWith('_') && name === basename(key, '.tsx'))
  const visit = (key: string): void => {
    const entry = manifest[key] ?? shared(key)?.[1]
    if (!entry) throw new Error(`${key} is no entry of the build`)
    if (scripts.has(entry.file)) return
    scripts.add(entry.file)
    for (const imported of entry.imports ?? []) visit(imported)
    for (const style of entry.css ?? []) styles.add(style)
  }
  for (const entry of entries) visit(entry)
  return { scripts: [...scripts], styles: [...styles] }
}

/** Gzip KiB. */
export const weigh = (root: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file)), { level: 9 }).length, 0) / 1024
