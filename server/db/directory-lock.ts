import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isHolderAlive, type LockHolder, openLockHolder } from './lock-holder.ts'

const lockPrefix = 'lock.'
const attemptsMax = 5

/**
 * Locks `directory` for this process, or throws a one-line error naming the process that holds it. Each process writes a file of
 * its own before it looks for others, so of two concurrent processes at least one sees the other. File names are never reused, so
 * removing a dead process's file cannot remove a live one's. Returns the unlock function, for when all writes have ended.
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const ownFile = path.join(directory, `${lockPrefix}${process.pid}.${randomUUID()}`)
  const { holder, close } = await openLockHolder(directory)
  const withdraw = () => fs.rmSync(ownFile, { force: true })
  for (let attempt = 1; ; attempt++) {
    announceHolder(ownFile, holder)
    const other = await findOtherHolder(directory, ownFile)
    if (!other) break
    withdraw()
    if (attempt === attemptsMax) {
      close()
      throw new Error(`数据目录 ${directory} 正被进程 ${other.holder.pid} 使用，请先停止该进程（锁文件 ${other.file}）`)
    }
    // Several processes that start together may all withdraw; with a random delay the first to retry finds no other.
    await sleep(20 + 100 * Math.random())
  }
  // Not on process exit, because other threads may still be writing; the next process removes a leftover file.
  return () => {
    withdraw()
    close()
  }
}

/** Writes the file atomically, so that no reader sees partial content. */
function announceHolder(file: string, holder: LockHolder): void {
  const draft = path.join(path.dirname(file), `draft.${path.basename(file)}`)
  fs.writeFileSync(draft, JSON.stringify(holder))
  fs.renameSync(draft, file)
}

/** Returns a live process other than the owner of `ownFile` that has announced itself; removes the files of dead ones. */
async function findOtherHolder(directory: string, ownFile: string): Promise<{ holder: LockHolder; file: string } | undefined> {
  for (const name of fs.readdirSync(directory)) {
    const file = path.join(directory, name)
    if (!name.startsWith(lockPrefix) || file === ownFile) continue
    const holder = readHolder(file)
    if (!holder) continue
    if (await isHolderAlive(holder, directory)) return { holder, file }
    fs.rmSync(file, { force: true })
    if (holder.socket) fs.rmSync(path.join(directory, holder.socket), { force: true })
  }
  return undefined
}

function readHolder(file: string): LockHolder | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as LockHolder
  } catch (error) {
    // Removed between the listing and now.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
