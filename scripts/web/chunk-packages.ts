import type { Plugin } from 'vite'

/** Writes `.vite/packages.json`: the npm packages inside each chunk, so that a size check can say what must not be there. */
export const chunkPackages = (): Plugin => ({
  name: 'chunk-packages',
  apply: 'build',
  generateBundle(_, bundle) {
    const packages = Object.fromEntries(
      Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? [[chunk.fileName, [...new Set(Object.keys(chunk.modules).flatMap(packageOf))].sort()]] : [],
      ),
    )
    this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source: JSON.stringify(packages, null, 1) })
  },
})

const packageOf = (id: string): string[] => {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]
  return name ? [name] : []
}
