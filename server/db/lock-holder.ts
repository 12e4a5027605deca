import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'

/** A process as another process can recognise it. Fields the system has no answer for are ''. */
export interface LockHolder {
  pid: number
  /** Id of the machine's boot. */
  boot: string
  /** Start of the process in clock ticks since boot: tells a process from a later one with its pid. */
  started: string
  /** Where its pid means something: containers on one machine have pids of their own. */
  namespace: string
  /** Name of the socket it keeps open in the locked directory; the kernel closes it with the process. */
  socket: string
}

/** Runs `read`, '' when the system has no such thing or hides it. */
function readOrEmpty(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

const readBootId = () => readOrEmpty(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
const readPidNamespace = () => readOrEmpty(() => fs.readlinkSync('/proc/self/ns/pid'))

/** Field 22 of /proc/<pid>/stat; the command in field 2 may hold spaces and parentheses. */
const readStartTicks = (pid: number) =>
  readOrEmpty(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '')

/** This process, with a socket opened in `directory`, and the function that closes it. */
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

/** False where the file system or the length of the path allows no socket: then the pid alone must do. */
async function tryListen(server: net.Server, file: string): Promise<boolean> {
  try {
    await once(server.listen(file), 'listening')
    return true
  } catch {
    return false
  }
}

/** Whether the process that announced itself in `directory` still runs; in doubt, it does. */
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
