/** Builds the web to dist/web and its public pages to dist/pages. `--if-stale` skips the build if its inputs are unchanged. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, loadEnv } from 'vite'
import { readWebConfig } from '../src/config.ts'
import { hashInputs, isBuiltFrom } from './inputs.ts'
import { collectPackages, writeNotices } from './notices.ts'
import { precompressFiles } from './web/precompress.ts'
import { writePages } from './web/write-pages.ts'

const root = 'dist/web'
const stamp = join(root, '.vite/inputs')

const inputs = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build-web.ts',
  'scripts/licenses',
  'scripts/notices.ts',
  'scripts/web',
  'contract',
  'public',
  'src',
]

/** The environment variables that affect a build (`src/config.ts`, `src/api/api-host.ts`). */
const settings = () => loadEnv('production', '.', 'VITE_')

async function main(): Promise<string> {
  const hash = hashInputs(inputs, JSON.stringify(settings()))
  if (process.argv.includes('--if-stale') && isBuiltFrom(stamp, hash)) return 'web: up to date'
  const { api_host: apiHost } = readWebConfig(settings()) // an invalid setting fails the build, not the first visit
  const begun = performance.now()
  const packages = new Set<string>()
  const collect = collectPackages(packages)
  await build({ logLevel: 'warn', plugins: [collect], worker: { plugins: () => [collect] } })
  writeNotices(join(root, 'third-party-notices.txt'), packages)
  await writePages({ web: root, pages: 'dist/pages', prerender: 'dist/prerender', apiHost })
  writeFileSync('dist/pages/settings.json', JSON.stringify({ api_host: apiHost })) // the server's policy lets pages call it
  await precompressFiles(root)
  writeFileSync(stamp, hash) // written last, so that a failed build never counts as complete
  return `web: built in ${((performance.now() - begun) / 1000).toFixed(1)} s`
}

process.stdout.write(`${await main()}\n`)
