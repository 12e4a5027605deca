import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, runProgram } from '../../scripts/docker-engine/programs.ts'

export interface ProbeRoot {
  folder: string
  /** Gives the host a program that prints what a shell script does. */
  setTool(name: string, script: string): Promise<void>
  remove(): Promise<void>
}

/** A folder that stands for an engine's host: busybox, and programs that a test gives it. Needs root and a static busybox. */
export async function createProbeRoot(): Promise<ProbeRoot> {
  const folder = await mkdtemp(join(tmpdir(), 'zhisuan-host-'))
  for (const below of ['bin', 'dev', 'usr/local/bin', 'proc', 'var/lib']) await mkdir(join(folder, below), { recursive: true })
  await copyFile((await findProgram('busybox'))!, join(folder, 'bin/busybox'))
  await runProgram('chroot', [folder, '/bin/busybox', '--install', '-s', '/bin'])
  await runProgram('mknod', ['-m', '666', join(folder, 'dev/null'), 'c', '1', '3'])
  return {
    folder,
    setTool: async (name, script) => {
      await writeFile(join(folder, 'usr/local/bin', name), `#!/bin/sh\n${script}\n`)
      await chmod(join(folder, 'usr/local/bin', name), 0o755)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
