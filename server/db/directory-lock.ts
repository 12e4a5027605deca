import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isHolderAlive, type LockHolder, openLockHolder } from './lock-holder.ts'

const lockPrefix = 'lock.'
const attemptsMax = 5

/**
 * Makes this process the only user of `directory`, or throws one line naming the process that is. Each process announces
 * itself in a file of its own and only then looks at the others': of two that come together at least one sees the other,
 * and since no file name is ever used twice, removing a dead process's file can never remove a live one's. Answers the
 * function that gives the directory up, to be called when nothing writes to it any more.
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
    // Of several that start together and see each other, the first to come back finds the others withdrawn.
    await sleep(20 + 100 * Math.random())
  }
  // Not at exit: other threads may still be writing then. What a process leaves behind, the next one removes.
  return () => {
    withdraw()
    close()
  }
}

/** Appears with its whole content at once, so that no reader sees half a file. */
function announceHolder(file: string, holder: LockHolder): void {
  const draft = path.join(path.dirname(file), `draft.${path.basename(file)}`)
  fs.writeFileSync(draft, JSON.stringify(holder))
  fs.renameSync(draft, file)
}

/** A living process, other than the owner of `own_file`, that announced itself; remains of dead ones are removed. */
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
    // Withdrawn between the listing and now.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
