/** Builds the web to dist/web, and its public pages to dist/pages. `--if-stale` does nothing when what it is built from has not changed. Prints one line. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { readConfig } from '../src/config.ts'
import { inputsHash, settings } from './web/inputs-hash.ts'
import { precompress } from './web/precompress.ts'
import { writePages } from './web/write-pages.ts'

const root = 'dist/web'
const stamp = join(root, '.vite/inputs')
const hash = inputsHash()

const lastHash = () => {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return null
  }
}

async function main(): Promise<string> {
  if (process.argv.includes('--if-stale') && lastHash() === hash) return 'web: up to date'
  const { api_host } = readConfig(settings()) // a setting that cannot be read ends the build, not the first visit
  const begun = performance.now()
  await build({ logLevel: 'warn' })
  await writePages({ web: root, pages: 'dist/pages', prerender: 'dist/prerender' })
  writeFileSync('dist/pages/settings.json', JSON.stringify({ api_host })) // the server lets pages call it
  await precompress(root)
  writeFileSync(stamp, hash) // last, so that a broken build is never taken for a finished one
  return `web: built in ${((performance.now() - begun) / 1000).toFixed(1)} s`
}

process.stdout.write(`${await main()}\n`)
