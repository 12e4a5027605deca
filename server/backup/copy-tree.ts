import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

type Place = (from: string, to: string) => void

/** A copy that shares blocks where the file system can. */
export const copyFile: Place = (from, to) => copyFileSync(from, to, constants.COPYFILE_FICLONE)

/** Another name for the same file, which stays when the first is removed or replaced; a copy where that cannot be. */
export const linkFile: Place = (from, to) => {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    copyFile(from, to)
  }
}

/** Files come and go below a running platform: what is gone was no longer needed, and what is there already was seen before. */
function passBy(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Adds all folders, files and links below `from` to `to`; sockets and devices are left out. */
export function addTree(from: string, to: string, place: Place): void {
  mkdirSync(to, { recursive: true, mode: lstatSync(from).mode & 0o7777 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    passBy(() => {
      if (entry.isDirectory()) addTree(source, target, place)
      else if (entry.isFile()) place(source, target)
      else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    })
  }
}
