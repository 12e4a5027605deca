import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'

export interface TarEntry {
  /** Relative; a folder ends with `/`. */
  path: string
  mode: number
  content?: string
}

/** An archive with everything owned by root; folders before what is in them. */
export function buildTar(entries: readonly TarEntry[]): Promise<Buffer> {
  const archive = pack()
  for (const { path, mode, content = '' } of entries) {
    archive.entry({ name: path, mode, mtime: new Date(0), type: path.endsWith('/') ? 'directory' : 'file' }, content)
  }
  archive.finalize()
  return buffer(archive)
}
