import { cp, lstat, mkdir } from 'node:fs/promises'
import { relative, sep } from 'node:path'

/** Copies the content of `from` to the new folder `to`. Skips links: the shell creates none, and a link could point outside. */
export async function copyFolder(from: string, to: string, leaveOut: (path: string) => boolean = () => false): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const filter = async (source: string) => {
    const path = relative(from, source).split(sep).join('/')
    return path === '' || !(leaveOut(path) || (await lstat(source)).isSymbolicLink())
  }
  await cp(from, to, { recursive: true, preserveTimestamps: true, filter })
}
