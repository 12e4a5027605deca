import type { Duplex } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ServerChannel, Session } from 'ssh2'
import {
  buildShellCommand,
  type InstanceConnector,
  loginShellCommand,
} from '#server/domains/rentals/instances/instance-exec.service.ts'
import type { ExecSession } from '#server/ports/compute.ts'
import { DriverError } from '#server/ports/driver-errors.ts'
import { openSftp } from './sftp/open-sftp.ts'

/** What a session needs from its connection. */
export interface SshConnection {
  /** Connector to the instance while it runs. */
  inside(): Promise<InstanceConnector | undefined>
  onUse(): void
  /** Aborts when the connection closes. */
  left: AbortSignal
  onFault(error: unknown): void
  /** A terminal was opened, to which lines of ours may be written. */
  onTerminal(channel: ServerChannel): void
}

const notRunningMessage = '实例不在运行，请先在控制台开机。'
const failureExitCode = 255
const defaultSize = { cols: 80, rows: 24 }

interface TerminalSize {
  cols: number
  rows: number
}
const toTerminalSize = ({ cols, rows }: TerminalSize): TerminalSize => ({
  cols: cols || defaultSize.cols,
  rows: rows || defaultSize.rows,
})

/** Handles the requests of one session: a terminal, a command, sftp. Does not forward environment variables or agents. */
export function serveSshSession(session: Session, room: SshConnection): void {
  let size: TerminalSize | undefined
  let running: ExecSession | undefined

  /** Starts the program from `open` and pipes its bytes; on failure, writes the reason to stderr. */
  const start = async (channel: ServerChannel, open: (inside: InstanceConnector) => Promise<ExecSession | string>) => {
    room.onUse()
    try {
      const inside = await room.inside()
      const opened = inside ? await open(inside) : notRunningMessage
      if (typeof opened === 'string') return endChannel(channel, failureExitCode, opened)
      running = opened
      await pipeSession(channel, opened, room)
    } catch (error) {
      if (!(error instanceof DriverError)) room.onFault(error)
      endChannel(channel, failureExitCode, error instanceof DriverError ? error.user_message : '服务异常，请稍后再试。')
    }
  }
  const run = (channel: ServerChannel, cmd: string[]) =>
    start(channel, async (inside) => {
      const asked = size
      const opened = await inside.exec(asked ? { cmd, tty: true, ...asked } : { cmd, apart: true })
      if (asked) room.onTerminal(channel)
      if (size && size !== asked) await opened.resize(size.cols, size.rows).catch(() => undefined)
      return opened
    })

  session.on('pty', (accept, _reject, asked) => {
    size = toTerminalSize(asked)
    accept?.()
  })
  session.on('window-change', (accept, _reject, asked) => {
    size = toTerminalSize(asked)
    running?.resize(size.cols, size.rows).catch(() => undefined)
    accept?.()
  })
  session.on('env', (accept) => accept?.())
  session.on('shell', (accept) => void run(accept(), loginShellCommand))
  session.on('exec', (accept, _reject, { command }) => void run(accept(), buildShellCommand(command)))
  // Without a listener for 'sftp', the library hands out the raw channel.
  session.on('subsystem', (accept, reject, { name }) => {
    if (name === 'sftp') void start(accept(), openSftp)
    else reject()
  })
}

/** Lets the library close the channel after everything is sent; closing it here would lose pending data of slow clients. */
function endChannel(channel: ServerChannel, code: number, words?: string): void {
  if (channel.destroyed) return
  channel.stderr.end(words ? `${words}\r\n` : '', () => {
    channel.exit(code)
    channel.end()
  })
}

/** Pipes bytes both ways until the program has ended and its output is sent, then sends its exit code. */
async function pipeSession(channel: ServerChannel, { stream, stderr, exit }: ExecSession, room: SshConnection): Promise<void> {
  channel.on('data', room.onUse)
  stream.on('data', room.onUse)
  stream.on('error', () => undefined)
  stderr?.on('error', () => undefined)
  channel.on('error', () => undefined)
  channel.once('close', () => stream.destroy())
  channel.pipe(stream)
  stream.pipe(channel, { end: false })
  stderr?.pipe(channel.stderr, { end: false })
  const read = (part: Duplex | NonNullable<typeof stderr>) => finished(part, { writable: false }).catch(() => undefined)
  await Promise.all([read(stream), stderr && read(stderr)])
  endChannel(channel, await exit.catch(() => failureExitCode))
}
