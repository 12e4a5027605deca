import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'

/** Identifies a process to other processes. Fields the system cannot provide are ''. */
export interface LockHolder {
  pid: number
  /** Boot id of the machine. */
  boot: string
  /** Start time of the process in clock ticks since boot; distinguishes it from a later process with the same pid. */
  started: string
  /** PID namespace; containers on one machine have separate pids. */
  namespace: string
  /** Name of the socket it keeps open in the locked directory; the kernel closes the socket with the process. */
  socket: string
}

/** Runs `read`; returns '' if the system lacks the information or hides it. */
function readOrEmpty(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

const readBootId = () => readOrEmpty(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
const readPidNamespace = () => readOrEmpty(() => fs.readlinkSync('/proc/self/ns/pid'))

/** Reads field 22 of /proc/<pid>/stat; the command in field 2 may contain spaces and parentheses. */
const readStartTicks = (pid: number) =>
  readOrEmpty(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '')

/** Describes this process and opens its socket in `directory`; also returns the function that closes the socket. */
export async function openLockHolder(directory: string): Promise<{ holder: LockHolder; close: () => void }> {
  const socket = `alive.${randomUUID()}`
  const server = net.createServer((connection) => connection.destroy()).unref()
  const opened = await tryListen(server, path.join(directory, socket))
  const identity = { pid: process.pid, boot: readBootId(), started: readStartTicks(process.pid), namespace: readPidNamespace() }
  return {
    holder: { ...identity, socket: opened ? socket : '' },
    close() {
      server.close()
      fs.rmSync(path.join(directory, socket), { force: true })
    },
  }
}

/** Returns false if the file system or the path length allows no socket; then only the pid identifies the process. */
async function tryListen(server: net.Server, file: string): Promise<boolean> {
  try {
    await once(server.listen(file), 'listening')
    return true
  } catch {
    return false
  }
}

/** Returns whether a process announced in `directory` is still running; true if in doubt. */
export async function isHolderAlive(holder: LockHolder, directory: string): Promise<boolean> {
  if (holder.boot !== readBootId()) return false
  if (holder.namespace !== readPidNamespace())
    return holder.socket === '' || (await isSocketAnswering(path.join(directory, holder.socket)))
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const started = readStartTicks(holder.pid)
  return started === '' || started === holder.started
}

async function isSocketAnswering(file: string): Promise<boolean> {
  const connection = net.connect(file)
  try {
    await once(connection, 'connect')
    return true
  } catch (error) {
    return !['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    connection.destroy()
  }
}
