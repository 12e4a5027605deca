import { relative } from 'node:path'
import type { Plugin } from 'vite'
import type { Chunks } from './chunks.ts'

/** Writes `.vite/chunks.json`: what each chunk holds and asks for. The manifest of vite knows no module that shares a chunk. */
export const recordChunks = (): Plugin => ({
  name: 'record-chunks',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const { root } = this.environment.config
      const chunks: Chunks = Object.fromEntries(
        Object.values(bundle).flatMap((chunk) => {
          if (chunk.type !== 'chunk') return []
          const { fileName, imports, dynamicImports: lazy, moduleIds, viteMetadata } = chunk
          const modules = moduleIds.map((id) => relative(root, id)).filter((id) => !id.startsWith('node_modules/'))
          const packages = [...new Set(moduleIds.flatMap(packageOf))].sort()
          return [[fileName, { imports, lazy, styles: [...(viteMetadata?.importedCss ?? [])], modules, packages }]]
        }),
      )
      this.emitFile({ type: 'asset', fileName: '.vite/chunks.json', source: JSON.stringify(chunks, null, 1) })
    },
  },
})

const packageOf = (id: string): string[] => {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]
  return name ? [name] : []
}
