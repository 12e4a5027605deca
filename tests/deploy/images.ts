import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type Docker from 'dockerode'
import { runProgram } from '../../scripts/docker-engine/programs.ts'
import { importFolder, importTestImage } from '../../scripts/docker-engine/test-image.ts'

export const platformImage = 'zhisuan/platform:test'

async function importTree(docker: Docker, name: string, fill: (tree: string) => Promise<void>): Promise<void> {
  const tree = await mkdtemp(join(tmpdir(), 'zhisuan-tree-'))
  try {
    await fill(tree)
    await importFolder(docker, tree, name)
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}

/** An empty system for this machine's `/usr`, which its containers mount: all programs of its Debian packages. */
const importDebianImage = (docker: Docker) =>
  importTree(docker, 'zhisuan/debian:test', async (tree) => {
    for (const folder of ['usr', 'etc', 'dev', 'proc', 'sys', 'run', 'tmp', 'var/lib'])
      await mkdir(join(tree, folder), { recursive: true })
    await chmod(join(tree, 'tmp'), 0o1777)
    for (const folder of ['bin', 'sbin', 'lib', 'lib64']) await symlink(`usr/${folder}`, join(tree, folder))
    const users =
      'root:x:0:0:root:/root:/bin/sh\npostgres:x:70:70::/var/lib/postgresql:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n'
    await writeFile(join(tree, 'etc/passwd'), users)
    await writeFile(join(tree, 'etc/group'), 'root:x:0:\npostgres:x:70:\nnogroup:x:65534:\n')
  })

/** What `npm run build` left in dist/, as the stage of deploy/Dockerfile has it. */
const importBuilt = (docker: Docker) =>
  importTree(docker, 'zhisuan/built:test', async (tree) => {
    const demo = resolve('dist/demo')
    await cp('dist', join(tree, 'src/dist'), { recursive: true, filter: (path) => resolve(path) !== demo })
  })

/** The libraries of the system that native packages need beside Node's own. */
async function findNativeLibraries(): Promise<string[]> {
  const files = await readdir('dist/server/node_modules', { recursive: true })
  const native = files.filter((file) => file.endsWith('.node')).map((file) => join('dist/server/node_modules', file))
  const needed = await Promise.all(native.map((file) => runProgram('ldd', [file])))
  return [...new Set(needed.flatMap((text) => [...text.matchAll(/=> (\/(?:usr\/)?lib\S+)/g)].map(([, path]) => path!)))]
}

/** Builds the platform's image by deploy/Dockerfile from what this run has built; Node stands on a base of this machine's files. */
export async function buildPlatformImage(docker: Docker, socketPath: string): Promise<void> {
  await Promise.all([
    importTestImage(docker, 'zhisuan/node:test', [process.execPath, ...(await findNativeLibraries())]),
    importDebianImage(docker),
    importBuilt(docker),
  ])
  const images = ['--build-arg', 'NODE_IMAGE=zhisuan/node:test', '--build-arg', 'BUILT=zhisuan/built:test']
  await runProgram('env', [
    ...['DOCKER_BUILDKIT=1', `DOCKER_HOST=unix://${socketPath}`, '/usr/bin/docker', 'build'],
    ...['-f', 'deploy/Dockerfile', '-t', platformImage, ...images, '.'],
  ])
}
