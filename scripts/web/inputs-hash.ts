import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnv } from 'vite'

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

/** What a build takes from the environment (`src/config.ts`, `src/api/api-host.ts`). */
export const settings = () => loadEnv('production', '.', 'VITE_')

/** One word for everything the web is built from: its files, and what the environment sets. */
export function inputsHash(): string {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  hash.update(JSON.stringify(settings()))
  return hash.digest('hex')
}
