import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'

export interface TarEntry {
  /** Relative path; a folder ends with `/`. */
  path: string
  mode: number
  content?: string
}

/** Builds an archive owned by root; `entries` must list folders before their contents. */
export function buildTar(entries: readonly TarEntry[]): Promise<Buffer> {
  const archive = pack()
  for (const { path, mode, content = '' } of entries) {
    archive.entry({ name: path, mode, mtime: new Date(0), type: path.endsWith('/') ? 'directory' : 'file' }, content)
  }
  archive.finalize()
  return buffer(archive)
}
