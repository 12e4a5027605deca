/** Builds the web to dist/web and its public pages to dist/pages. `--if-stale` skips the build if its inputs are unchanged. */
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

/** The environment variables that affect a build (`src/config.ts`, `src/api/api-host.ts`). */
const settings = () => loadEnv('production', '.', 'VITE_')

/** A hash of all build inputs: the source files and the environment variables. */
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
  const { api_host: apiHost } = readWebConfig(settings()) // an invalid setting fails the build, not the first visit
  const begun = performance.now()
  await build({ logLevel: 'warn' })
  await writePages({ web: root, pages: 'dist/pages', prerender: 'dist/prerender' })
  writeFileSync('dist/pages/settings.json', JSON.stringify({ api_host: apiHost })) // the server's policy lets pages call it
  await precompressFiles(root)
  writeFileSync(stamp, hash) // written last, so that a failed build never counts as complete
  return `web: built in ${((performance.now() - begun) / 1000).toFixed(1)} s`
}

process.stdout.write(`${await main()}\n`)
