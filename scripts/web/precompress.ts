import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const text = /\.(html|js|css|svg|json|txt|xml|webmanifest)$/
/** Smaller files gain nothing from compression. */
const atLeast = 1024

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses. */
export async function precompressFiles(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && text.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(path)
      if (content.length < atLeast) return
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
      await Promise.all([
        toBrotli(content, quality).then((packed) => writeFile(`${path}.br`, packed)),
        toGzip(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
      ])
    }),
  )
}
