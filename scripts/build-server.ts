/**
 * Builds the server to dist/server: main.mjs, its threads, the files it reads, the API's description, and the packages that
 * cannot be bundled in a node_modules of its own, so that dist/ runs wherever it is copied. Also the template of new databases,
 * in dist/template.
 * `--if-stale` builds only what changed, and the template only if the start that follows begins from it.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { describeEndpoints } from '#contract/openapi.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'
import { findMigratedTemplate, writeMigratedTemplate } from '#server/db/template.ts'
import { hashInputs, isBuiltFrom, serverBuild, serverPrograms } from './inputs.ts'
import { collectPackages, writeNotices } from './notices.ts'

const ifStale = process.argv.includes('--if-stale')
const { target, stamp, inputs } = serverBuild
const templateDir = 'dist/template'

const deployedMaxMb = 250

/** Packages with native code, or which read files of their own. */
const apart = [
  '@electric-sql/pglite',
  '@fontsource-variable/noto-sans-sc',
  '@node-rs/argon2',
  'dockerode',
  'pdfkit',
  'sharp',
  'ssh2',
]

const listServerFiles = () =>
  readdirSync('server', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative('server', join(entry.parentPath, entry.name)))

/** The programs, and the nouns which server/crud-nouns.ts finds as files. */
const listEntries = (): string[] => [
  ...['main.ts', 'gateway-worker.ts', 'db/pglite-worker.ts', 'domains/storage/file-storage/archive-worker.ts'],
  ...listServerFiles().filter((name) => name.endsWith('.crud.ts')),
]

/**
 * A module finds its files beside itself. In the bundle these are where it would be: all chunks are in dist/server, and
 * server/x/y.sql is copied to dist/server/x/y.sql. main.ts knows where it is by itself.
 */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  enforce: 'pre',
  transform(code, id) {
    const name = relative(resolve('server'), id)
    if (name.startsWith('..') || name === 'main.ts' || !code.includes('import.meta.url')) return null
    if (listEntries().includes(name))
      throw new Error(`server/${name} is no chunk of dist/server: it cannot find files by import.meta.url`)
    return { code: code.replaceAll('import.meta.url', `new URL('./${name}', import.meta.url).href`), map: null }
  },
}

/** Where Node finds a package from a folder; undefined if it is not installed, as packages for other machines are not. */
function findPackage(name: string, from: string): string | undefined {
  const found = join(from, 'node_modules', name)
  if (existsSync(join(found, 'package.json'))) return found
  return from === dirname(from) || from === '.' ? undefined : findPackage(name, dirname(from))
}

/** Copies a package and all that it needs, each to the place it has in node_modules. `done`: what was copied, and is added to. */
function copyPackage(name: string, done: Set<string>, from = '.'): void {
  const found = findPackage(name, from)
  if (!found || done.has(found)) return
  done.add(found)
  cpSync(found, join(target, found), { recursive: true, dereference: true, filter: (file) => !file.endsWith('.map') })
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8'))
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(needed, done, found)
}

async function buildBundle(hash: string): Promise<void> {
  rmSync(target, { recursive: true, force: true })
  const packages = new Set<string>()
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [keepAddresses, collectPackages(packages)],
    ssr: { noExternal: true, external: apart },
    build: {
      ssr: true,
      target: 'node20',
      outDir: target,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: {
          ...serverPrograms,
          ...Object.fromEntries(listEntries().map((name) => [name.slice(0, -'.ts'.length), join('server', name)])),
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  for (const name of listServerFiles().filter((file) => !/\.(ts|mjs)$/.test(file)))
    cpSync(join('server', name), join(target, name))
  // Not the set of what is bundled: a package may be both.
  const copied = new Set<string>()
  for (const name of apart) copyPackage(name, copied)
  writeNotices(join(target, 'third-party-notices.txt'), [...packages, ...copied])
  writeFileSync(join(target, 'openapi.json'), JSON.stringify(describeEndpoints(await loadEndpoints())))
  writeFileSync(stamp, hash)
}

/** What a deployment copies: all that was built but the demo. */
function measureDeployedMb(): number {
  const sizes = readdirSync('dist', { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, file: join(entry.parentPath, entry.name) }))
    .filter(({ entry, file }) => entry.isFile() && !file.startsWith(join('dist', 'demo')))
    .map(({ file }) => statSync(file).size)
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6)
}

/** Whether a start with this environment would begin from the template; what is wrong with its settings, the start will say. */
async function isTemplateWanted(env: NodeJS.ProcessEnv): Promise<boolean> {
  const { readServerConfig } = await import('#server/config/config.ts')
  try {
    const { database_url: url, demo_story: story, data_dir: dir } = readServerConfig(env)
    return !url && !story && !existsSync(join(dir, 'database', 'pgdata'))
  } catch {
    return false
  }
}

async function main(): Promise<string> {
  const begun = performance.now()
  const env = { ...process.env } // a build sets NODE_ENV
  const hash = hashInputs(inputs)
  const isBundled = ifStale && isBuiltFrom(stamp, hash)
  if (!isBundled) await buildBundle(hash)
  const isTemplateDue = !ifStale || (!findMigratedTemplate(templateDir) && (await isTemplateWanted(env)))
  if (isTemplateDue) await writeMigratedTemplate(templateDir)
  if (isBundled && !isTemplateDue) return 'server: up to date'
  const built = `server: built in ${((performance.now() - begun) / 1000).toFixed(1)} s`
  if (ifStale) return built // the web may be being built meanwhile
  const deployedMb = measureDeployedMb()
  if (deployedMb > deployedMaxMb) throw new Error(`dist is ${deployedMb} MB, more than ${deployedMaxMb}`)
  return `${built}; dist is ${deployedMb} MB (≤ ${deployedMaxMb})`
}

process.stdout.write(`${await main()}\n`)
