import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../docker-engine/programs.ts'
import { installDebianPackages } from '../test/debian-packages.ts'

const version = '1.20.2'
const built = ['kube-apiserver', 'kube-scheduler'] as const
const goFolder = '/usr/lib/go-1.19/bin'
/** Debian's reflect2 1.0.2: the 1.0.1 in the source does not build with Go 1.18 and later. */
const newReflect2 = '/usr/share/gocode/src/github.com/modern-go/reflect2'
/** Programs, and Debian's packages of them. */
const toRun = { etcd: 'etcd-server', openssl: 'openssl' }
const toBuild = { make: 'make', rsync: 'rsync', jq: 'jq', git: 'git', xz: 'xz-utils' }
const goPackages = ['golang-1.19-go', 'golang-github-modern-go-reflect2-dev']
const lastLines = 5

/** Paths of the programs of a control plane. */
export interface ControlPlane {
  etcd: string
  openssl: string
  apiserver: string
  scheduler: string
}

export class NoControlPlane extends Error {}

const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
const cacheFolder = process.env.KUBERNETES_CACHE || join(caches, 'zhisuan', `kubernetes-${version}`)

/** Whether an earlier run has built it. */
export const isControlPlaneBuilt = (): boolean => built.every((name) => existsSync(join(cacheFolder, name)))

/** Finds the programs; what is missing is installed from Debian or built from its source. Throws `NoControlPlane` with a reason. */
export async function findOrBuildControlPlane(): Promise<ControlPlane> {
  if (process.platform !== 'linux') throw new NoControlPlane('只能在 Linux 上启动临时 Kubernetes 集群')
  const lacks = !isControlPlaneBuilt()
  await installLacking(lacks)
  if (lacks) await buildControlPlane()
  return {
    etcd: (await findProgram('etcd'))!,
    openssl: (await findProgram('openssl'))!,
    apiserver: join(cacheFolder, 'kube-apiserver'),
    scheduler: join(cacheFolder, 'kube-scheduler'),
  }
}

async function installLacking(forBuild: boolean): Promise<void> {
  const listLacking = async () => {
    const lacking: string[] = []
    for (const [name, inPackage] of Object.entries({ ...toRun, ...(forBuild && toBuild) })) {
      if (!(await findProgram(name))) lacking.push(inPackage)
    }
    const lacksGo = forBuild && !(existsSync(join(goFolder, 'go')) && existsSync(newReflect2))
    return lacksGo ? [...lacking, ...goPackages] : lacking
  }
  const lacking = await listLacking()
  if (lacking.length > 0) installDebianPackages(lacking.join('、'), lacking)
  const still = await listLacking()
  if (still.length > 0) {
    throw new NoControlPlane(`临时 Kubernetes 集群缺少 Debian 12 的软件包：请先安装 ${still.join('、')}`)
  }
}

/** In a temporary folder, from Debian's signed source package; the cache gets each program whole, or not at all. */
async function buildControlPlane(): Promise<void> {
  const begun = performance.now()
  say(`没有找到 Kubernetes ${version} 的控制面，正在用 Debian 的源码包编译：约需 8 至 20 分钟，只需一次，存放在 ${cacheFolder}`)
  const folder = mkdtempSync(join(tmpdir(), 'zhisuan-kubernetes-build-'))
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    const run = createRunner(folder, stopped.signal)
    const source = await unpack(run, await downloadSource(run, folder), folder)
    await replaceReflect2(run, source)
    await make(run, source, folder)
    await keep(join(source, '_output/local/go/bin'))
    say(`Kubernetes ${version} 的控制面编译好了，用时 ${((performance.now() - begun) / 60_000).toFixed(1)} 分钟`)
  } finally {
    for (const signal of signals) process.off(signal, stop)
    await rm(folder, { recursive: true, force: true })
  }
}

/** With lists of its own: the package lists of the machine stay as they are, with or without sources. */
async function downloadSource(run: Run, folder: string): Promise<string> {
  const lists = join(folder, 'lists')
  const cache = join(folder, 'cache')
  for (const path of [lists, cache]) mkdirSync(join(path, 'partial'), { recursive: true })
  mkdirSync(join(cache, 'archives/partial'), { recursive: true })
  const targets = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'], { encoding: 'utf8' })
  const mirror = targets.stdout?.split('\n').find((uri) => uri.endsWith('/debian/')) ?? 'http://deb.debian.org/debian/'
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
  writeFileSync(join(folder, 'source.list'), `deb-src [signed-by=${keys}] ${mirror} bookworm main\n`)
  const own = [`Dir::Etc::SourceList=${join(folder, 'source.list')}`, 'Dir::Etc::SourceParts=-', `Dir::State::Lists=${lists}`]
  const options = [...own, `Dir::Cache=${cache}`, 'APT::Sandbox::User=root'].flatMap((option) => ['-o', option])
  await run('下载源码包的目录', 'apt-get', [...options, 'update'])
  await run('下载源码包 kubernetes', 'apt-get', [...options, 'source', '--download-only', 'kubernetes'])
  const archive = readdirSync(folder).find((name) => name.includes('.orig.tar.'))
  if (!archive) throw new NoControlPlane('Debian 的源码包 kubernetes 里没有源码')
  return join(folder, archive)
}

async function unpack(run: Run, archive: string, folder: string): Promise<string> {
  const source = join(folder, 'source')
  mkdirSync(source)
  await run('解开源码包', 'tar', ['-x', '-f', archive, '-C', source, '--strip-components=1'])
  if (!existsSync(join(source, 'cmd/kube-apiserver')))
    throw new NoControlPlane('Debian 的源码包 kubernetes 里没有 kube-apiserver')
  return source
}

/** Wholly: files of the old one that the new one no longer has would be compiled as well. */
async function replaceReflect2(run: Run, source: string): Promise<void> {
  const old = join(source, 'vendor/github.com/modern-go/reflect2')
  await rm(old, { recursive: true })
  await run('换上新的 reflect2', 'cp', ['-rL', newReflect2, old])
}

async function make(run: Run, source: string, folder: string): Promise<void> {
  const env = {
    PATH: `${goFolder}:${process.env.PATH}`,
    HOME: folder,
    TMPDIR: folder,
    GO111MODULE: 'off',
    GOPROXY: 'off',
    CGO_ENABLED: '0',
    KUBE_GIT_TREE_STATE: 'archive',
    KUBE_GIT_VERSION: `v${version}`,
  }
  const what = built.map((name) => `cmd/${name}`).join(' ')
  await run('编译', 'nice', ['make', '-C', source, `WHAT=${what}`, 'GOLDFLAGS=-s -w'], env)
}

async function keep(made: string): Promise<void> {
  mkdirSync(cacheFolder, { recursive: true })
  for (const name of built) {
    const unfinished = join(cacheFolder, `.${name}.${process.pid}`)
    await copyFile(join(made, name), unfinished)
    await rename(unfinished, join(cacheFolder, name)).finally(() => rm(unfinished, { force: true }))
  }
}

type Run = (what: string, program: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<void>

/** Runs programs in the folder, in a group of their own that ends with them; what they say is kept until one fails. */
const createRunner =
  (folder: string, signal: AbortSignal): Run =>
  async (what, program, args, env = {}) => {
    const log = join(folder, 'log')
    const written = openSync(log, 'a')
    const stdio = ['ignore', written, written] as const
    const child = spawn(program, args, { cwd: folder, stdio: [...stdio], detached: true, env: { ...process.env, ...env } })
    closeSync(written)
    const kill = () => child.pid && process.kill(-child.pid, 'SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    const [code] = (await once(child, 'exit')) as [number | null]
    signal.removeEventListener('abort', kill)
    if (signal.aborted) throw new NoControlPlane('编译 Kubernetes 的控制面被中断，没有留下任何东西')
    if (code === 0) return
    const said = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lastLines).join('\n')
    throw new NoControlPlane(`${what}没有成功：\n${said}`)
  }

const say = (line: string): void => void process.stderr.write(`${line}\n`)
