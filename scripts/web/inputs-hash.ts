import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const inputs = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build-web.ts',
  'scripts/web',
  'contract',
  'public',
  'src',
]

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesOf(join(path, name)))
    : [path]

/** One word for everything the web is built from. */
export function inputsHash(): string {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
