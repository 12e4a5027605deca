import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  /** Files it imports, and those it may ask for later. */
  imports: string[]
  lazy: string[]
  styles: string[]
  /** Our own, from the root of the repository. */
  modules: string[]
  packages: string[]
}
/** By file. */
export type Chunks = Record<string, Chunk>

export const readChunks = (root: string): Chunks => JSON.parse(readFileSync(join(root, '.vite/chunks.json'), 'utf8'))

const chunkOf = (chunks: Chunks, file: string): Chunk => {
  const chunk = chunks[file]
  if (!chunk) throw new Error(`${file} is no chunk of the build`)
  return chunk
}

function fileOf(chunks: Chunks, module: string): string {
  const found = Object.entries(chunks).find(([, { modules }]) => modules.includes(module))
  if (!found) throw new Error(`${module} is not in the build`)
  return found[0]
}

/** These files and all that `next` leads to from them; what a file leads to stands before it, as in the cascade of styles. */
function reach(files: readonly string[], next: (file: string) => readonly string[]): string[] {
  const met = new Set<string>()
  const order: string[] = []
  const visit = (file: string): void => {
    if (met.has(file)) return
    met.add(file)
    next(file).forEach(visit)
    order.push(file)
  }
  files.forEach(visit)
  return order
}

/** What every page starts with. */
export const first_page = 'index.html'

export interface Files {
  scripts: string[]
  styles: string[]
}

const filesFrom = (chunks: Chunks, starts: readonly string[]): Files => {
  const scripts = reach(starts, (file) => chunkOf(chunks, file).imports)
  return { scripts, styles: [...new Set(scripts.flatMap((file) => chunkOf(chunks, file).styles))] }
}

/** Everything these modules load before they can draw: each with all it imports statically. Styles in the order of the cascade. */
export const filesOf = (chunks: Chunks, modules: readonly string[]): Files =>
  filesFrom(
    chunks,
    modules.map((module) => fileOf(chunks, module)),
  )

/** What a module asks for once it draws, and what that asks for; not what the first page may ask for anyway. */
export function laterFilesOf(chunks: Chunks, module: string): Files {
  const first = filesOf(chunks, [first_page]).scripts
  const beyond = (files: readonly string[]) => files.filter((file) => !first.includes(file))
  const lazyFrom = (file: string) =>
    reach(beyond([file]), (at) => beyond(chunkOf(chunks, at).imports)).flatMap((at) => chunkOf(chunks, at).lazy)
  return filesFrom(chunks, reach(lazyFrom(fileOf(chunks, module)), lazyFrom))
}

/** Gzip KiB. */
export const weigh = (root: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file)), { level: 9 }).length, 0) / 1024
