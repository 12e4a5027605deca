import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

interface Chunk {
  /** Files it imports statically, and files it may import later. */
  imports: string[]
  lazy: string[]
  styles: string[]
  /** Our own modules, relative to the repository root. */
  modules: string[]
  packages: string[]
  pages: DeclaredPage[]
}

/** A console page and the declaration that loads it. */
interface DeclaredPage {
  module: string
  declaredIn: string
}

/** Keyed by file. */
export type Chunks = Record<string, Chunk>

const recorded = '.vite/chunks.json'
/** The modules that load console pages: their declarations, and the routes of the generic pages. */
const declaration = /\.(page|resource|view)\.tsx$|\/console-routes\.tsx$/

const packagesOf = (id: string): string[] => {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]
  return name ? [name] : []
}

/** Writes the modules and imports of each chunk. Vite's manifest omits modules that share a chunk. */
export const recordChunks = (): Plugin => ({
  name: 'record-chunks',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const pathOf = (id: string) => relative(this.environment.config.root, id)
      const pagesAt = (id: string) =>
        (this.getModuleInfo(id)?.dynamicImporters ?? [])
          .filter((importer) => declaration.test(importer))
          .map((importer) => ({ module: pathOf(id), declaredIn: pathOf(importer) }))
      const chunks: Chunks = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const { fileName, imports, dynamicImports: lazy, moduleIds, viteMetadata } = chunk
        chunks[fileName] = {
          imports,
          lazy,
          styles: [...(viteMetadata?.importedCss ?? [])],
          modules: moduleIds.map(pathOf).filter((path) => !path.startsWith('node_modules/')),
          packages: [...new Set(moduleIds.flatMap(packagesOf))].sort(),
          pages: moduleIds.flatMap(pagesAt),
        }
      }
      this.emitFile({ type: 'asset', fileName: recorded, source: JSON.stringify(chunks, null, 1) })
    },
  },
})

export const readChunks = (root: string): Chunks => JSON.parse(readFileSync(join(root, recorded), 'utf8'))

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

/** These files and everything reachable through `next`; dependencies come first, as in the CSS cascade. */
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

/** What every page loads first. */
export const entryPage = 'index.html'

export interface ChunkFiles {
  scripts: string[]
  styles: string[]
}

const filesFrom = (chunks: Chunks, starts: readonly string[]): ChunkFiles => {
  const scripts = reach(starts, (file) => chunkOf(chunks, file).imports)
  return { scripts, styles: [...new Set(scripts.flatMap((file) => chunkOf(chunks, file).styles))] }
}

/** Everything these modules load before the first paint: each with its static imports. Styles in cascade order. */
export const listModuleFiles = (chunks: Chunks, modules: readonly string[]): ChunkFiles =>
  filesFrom(
    chunks,
    modules.map((module) => fileOf(chunks, module)),
  )

/** What a module imports after its first paint, with dependencies; without what the first page may import anyway. */
export function listLaterFiles(chunks: Chunks, module: string): ChunkFiles {
  const first = listModuleFiles(chunks, [entryPage]).scripts
  const beyond = (files: readonly string[]) => files.filter((file) => !first.includes(file))
  const lazyFrom = (file: string) =>
    reach(beyond([file]), (at) => beyond(chunkOf(chunks, at).imports)).flatMap((at) => chunkOf(chunks, at).lazy)
  return filesFrom(chunks, reach(lazyFrom(fileOf(chunks, module)), lazyFrom))
}

/** Every console page, once. */
export function listDeclaredPages(chunks: Chunks): DeclaredPage[] {
  const pages = Object.values(chunks).flatMap(({ pages }) => pages)
  return [...new Map(pages.map((page) => [page.module, page])).values()]
}

/** Gzip KiB. */
export const computeGzipKib = (root: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file)), { level: 9 }).length, 0) / 1024
