/** Builds the web to dist/web, and its public pages to dist/pages. `--if-stale` does nothing when what it is built from has not changed. Prints one line. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, loadEnv } from 'vite'
import { readWebConfig } from '../src/config.ts'
import { precompressFiles } from './web/precompress.ts'
import { writePages } from './web/write-pages.ts'

const root = 'dist/web'
const stamp = join(root, '.vite/inputs')

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
const settings = () => loadEnv('production', '.', 'VITE_')

/** One word for everything the web is built from: its files, and what the environment sets. */
function inputsHash(): string {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  hash.update(JSON.stringify(settings()))
  return hash.digest('hex')
}

const lastHash = () => {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return null
  }
}

async function main(): Promise<string> {
  const hash = inputsHash()
  if (process.argv.includes('--if-stale') && lastHash() === hash) return 'web: up to date'
  const { api_host: apiHost } = readWebConfig(settings()) // a setting that cannot be read ends the build, not the first visit
  const begun = performance.now()
  await build({ logLevel: 'warn' })
  await writePages({ web: root, pages: 'dist/pages', prerender: 'dist/prerender' })
  writeFileSync('dist/pages/settings.json', JSON.stringify({ api_host: apiHost })) // the server lets pages call it
  await precompressFiles(root)
  writeFileSync(stamp, hash) // last, so that a broken build is never taken for a finished one
  return `web: built in ${((performance.now() - begun) / 1000).toFixed(1)} s`
}

process.stdout.write(`${await main()}\n`)
