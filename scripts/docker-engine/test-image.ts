import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type Docker from 'dockerode'
import { findProgram, runProgram } from './programs.ts'

export const testImageName = 'zhisuan/base:test'

const folders = ['bin', 'dev', 'etc', 'home', 'proc', 'root', 'run', 'sys', 'tmp', 'usr/bin', 'usr/sbin', 'var/log', 'workspace']

/**
 * Builds an image from this machine's busybox, from dropbear if it is installed, and from `programs` (absolute paths, kept as
 * they are), and imports it.
 */
export async function importTestImage(docker: Docker, name = testImageName, programs: readonly string[] = []): Promise<void> {
  const tree = await mkdtemp(join(tmpdir(), 'zhisuan-image-'))
  try {
    for (const folder of folders) await mkdir(join(tree, folder), { recursive: true })
    await writeFile(join(tree, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\nsshd:x:100:65534::/run/sshd:/bin/false\n')
    await writeFile(join(tree, 'etc/group'), 'root:x:0:\n')
    await copyWithLibraries((await findProgram('busybox'))!, tree, 'bin')
    await runProgram('chroot', [tree, '/bin/busybox', '--install', '-s', '/bin'])
    const dropbear = await findProgram('dropbear')
    if (dropbear) await copyWithLibraries(dropbear, tree, 'usr/sbin')
    for (const program of programs) await copyWithLibraries(program, tree, dirname(program))
    await importFolder(docker, tree, name)
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}

async function copyWithLibraries(program: string, tree: string, folder: string): Promise<void> {
  await mkdir(join(tree, folder), { recursive: true })
  await copyFile(program, join(tree, folder, basename(program)))
  const listed = await runProgram('ldd', [program]).catch(() => '') // a static program has none
  for (const [library] of listed.matchAll(/\/\S+(?= \(0x)/g)) {
    await mkdir(join(tree, dirname(library)), { recursive: true })
    await copyFile(library, join(tree, library))
  }
}

/** Makes an image of one layer from a folder. */
export async function importFolder(docker: Docker, tree: string, name: string): Promise<void> {
  const tar = spawn('tar', ['-C', tree, '-c', '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
  // the tag goes into `repo`: podman ignores `tag`
  const answer = await docker.importImage(tar.stdout, { repo: name })
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(answer, (error) => (error ? reject(error) : resolve()))
  })
}
