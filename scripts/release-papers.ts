import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run release:papers -- --image=<image>`: writes what a release consists of to release/<version>: the npm packages (CycloneDX), the
 * Debian packages of the image, the notices of third parties, and a sum of each. `--without-image` leaves the image's out; `--to` names
 * another folder. All of it or nothing.
 */

const usage = '用法：npm run release:papers -- --image=<镜像> | --without-image [--to=<文件夹>]'
const notices = { web: 'dist/web/third-party-notices.txt', server: 'dist/server/third-party-notices.txt' }

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] })

interface Lockfile {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; devDependencies?: object }>
}

/**
 * What `npm sbom` says of a package that has no dependencies for development. Its own `--omit dev` leaves out what ships as well, if something
 * for development needs it too (npm 11).
 */
function listNpmPackages(): string {
  const { name, devDependencies: _, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
  for (const [path, { dev, devOptional }] of Object.entries(lock.packages)) if (dev || devOptional) delete lock.packages[path]
  delete lock.packages['']!.devDependencies
  const above = mkdtempSync(join(tmpdir(), 'zhisuan-papers-'))
  const folder = join(above, String(name)) // npm takes the folder's name for the package's
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, ...manifest }))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    return run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--prefix', folder])
  } finally {
    rmSync(above, { recursive: true })
  }
}

/** One line each: name, a tab, version. */
function listDebianPackages(image: string): string {
  const list = run('docker', ['run', '--rm', '--entrypoint', 'dpkg-query', image, '-W'])
  if (list === '') throw new Error(`${image} 里没有 Debian 的包，不是由 deploy/Dockerfile 做出的镜像`)
  return list
}

function writePapers(folder: string, image: string | undefined): void {
  for (const file of Object.values(notices)) if (!existsSync(file)) throw new Error(`没有 ${file}，请先运行 npm run build`)
  writeFileSync(join(folder, 'sbom.cdx.json'), listNpmPackages())
  if (image) writeFileSync(join(folder, 'image-packages.txt'), listDebianPackages(image))
  for (const [part, file] of Object.entries(notices)) copyFileSync(file, join(folder, `third-party-notices-${part}.txt`))
  const sums = readdirSync(folder).map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    return `${sum}  ${name}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

function main(): string {
  const { values } = parseArgs({
    options: {
      image: { type: 'string' },
      'without-image': { type: 'boolean', default: false },
      to: { type: 'string' },
    },
  })
  if (Boolean(values.image) === values['without-image']) throw new Error(usage)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const folder = values.to ?? join('release', version)
  if (existsSync(folder)) throw new Error(`${folder} 已经存在，没有改动它`)
  mkdirSync(folder, { recursive: true })
  try {
    writePapers(folder, values.image)
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
  return `${folder}：${readdirSync(folder).join('、')}`
}

try {
  process.stdout.write(`${main()}\n`)
} catch (error) {
  const { message, stderr } = error as Error & { stderr?: string }
  console.error(stderr?.trim() || message)
  process.exitCode = 1
}
