import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

interface Chunk {
  /** Files it imports, and those it may ask for later. */
  imports: string[]
  lazy: string[]
  styles: string[]
  /** Our own, from the root of the repository. */
  modules: string[]
  packages: string[]
  pages: DeclaredPage[]
}

/** A page of the console, and the declaration that loads it. */
interface DeclaredPage {
  module: string
  declaredIn: string
}

/** By file. */
export type Chunks = Record<string, Chunk>

const recorded = '.vite/chunks.json'
/** What loads the pages of the console: their declarations, and the routes of the generic ones. */
const declaration = /\.(page|resource|view)\.tsx$|\/console-routes\.tsx$/

const packagesOf = (id: string): string[] => {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]
  return name ? [name] : []
}

/** Writes what each chunk holds and asks for. The manifest of vite knows no module that shares a chunk. */
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
export const entryPage = 'index.html'

export interface ChunkFiles {
  scripts: string[]
  styles: string[]
}

const filesFrom = (chunks: Chunks, starts: readonly string[]): ChunkFiles => {
  const scripts = reach(starts, (file) => chunkOf(chunks, file).imports)
  return { scripts, styles: [...new Set(scripts.flatMap((file) => chunkOf(chunks, file).styles))] }
}

/** Everything these modules load before they can draw: each with all it imports statically. Styles in the order of the cascade. */
export const listModuleFiles = (chunks: Chunks, modules: readonly string[]): ChunkFiles =>
  filesFrom(
    chunks,
    modules.map((module) => fileOf(chunks, module)),
  )

/** What a module asks for once it draws, and what that asks for; not what the first page may ask for anyway. */
export function listLaterFiles(chunks: Chunks, module: string): ChunkFiles {
  const first = listModuleFiles(chunks, [entryPage]).scripts
  const beyond = (files: readonly string[]) => files.filter((file) => !first.includes(file))
  const lazyFrom = (file: string) =>
    reach(beyond([file]), (at) => beyond(chunkOf(chunks, at).imports)).flatMap((at) => chunkOf(chunks, at).lazy)
  return filesFrom(chunks, reach(lazyFrom(fileOf(chunks, module)), lazyFrom))
}

/** Every page of the console, once. */
export function listDeclaredPages(chunks: Chunks): DeclaredPage[] {
  const pages = Object.values(chunks).flatMap(({ pages }) => pages)
  return [...new Map(pages.map((page) => [page.module, page])).values()]
}

/** Gzip KiB. */
export const computeGzipKib = (root: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file)), { level: 9 }).length, 0) / 1024
