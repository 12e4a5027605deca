import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Headers } from 'tar-stream'

/** Unpacks what `packDump` wrote into the folder of a database, a piece at a time: whole, it would be there three times over. */
export async function unpackTemplate(file: string, folder: string): Promise<void> {
  const write = async ({ name, type }: Headers, content: Readable): Promise<void> => {
    const target = join(folder, name)
    mkdirSync(type === 'directory' ? target : dirname(target), { recursive: true, mode: 0o700 })
    if (type === 'directory') content.resume()
    else await pipeline(content, createWriteStream(target, { mode: 0o600 }))
  }
  const entries = extract()
  entries.on('entry', (header, content, next) => void write(header, content).then(() => next(), next))
  await pipeline(createReadStream(file), createGunzip(), entries)
}
