import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'

/** A process as another process can recognise it. Fields the system has no answer for are ''. */
export interface Holder {
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
function orNothing(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

const bootId = () => orNothing(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
const pidNamespace = () => orNothing(() => fs.readlinkSync('/proc/self/ns/pid'))

/** Field 22 of /proc/<pid>/stat; the command in field 2 may hold spaces and parentheses. */
const startOf = (pid: number) =>
  orNothing(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '')

/** This process, with a socket opened in `directory`, and the function that closes it. */
export async function thisProcess(directory: string): Promise<{ holder: Holder; close: () => void }> {
  const socket = `alive.${randomUUID()}`
  const server = net.createServer((connection) => connection.destroy()).unref()
  const opened = await listens(server, path.join(directory, socket))
  const identity = { pid: process.pid, boot: bootId(), started: startOf(process.pid), namespace: pidNamespace() }
  return {
    holder: { ...identity, socket: opened ? socket : '' },
    close() {
      server.close()
      fs.rmSync(path.join(directory, socket), { force: true })
    },
  }
}

/** False where the file system or the length of the path allows no socket: then the pid alone must do. */
async function listens(server: net.Server, file: string): Promise<boolean> {
  try {
    await once(server.listen(file), 'listening')
    return true
  } catch {
    return false
  }
}

/** Whether the process that announced itself in `directory` still runs; in doubt, it does. */
export async function isAlive(holder: Holder, directory: string): Promise<boolean> {
  if (holder.boot !== bootId()) return false
  if (holder.namespace !== pidNamespace()) return holder.socket === '' || (await answers(path.join(directory, holder.socket)))
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const started = startOf(holder.pid)
  return started === '' || started === holder.started
}

async function answers(file: string): Promise<boolean> {
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
