import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ExecSession } from '#server/ports/compute.ts'
import { SessionStream } from './session-stream.ts'
import { runInteractiveShell } from './shell/interact.ts'
import { shellInterpreter } from './shell/run.ts'
import { createShell, type ShellIo, type ShellMachine, type ShellState } from './shell/shell.ts'
import { completeLine } from './shell/terminal/complete.ts'
import { LineTerminal } from './shell/terminal/terminal.ts'

export interface ShellSession extends ExecSession {
  /** Kills the session, as stopping an instance kills its processes. */
  kill(): void
}

export interface ShellSessionOptions {
  cmd: readonly string[]
  tty: boolean
  apart: boolean
  cols: number
  rows: number
}

const hungUpExitCode = 129
const killedExitCode = 137

/** Runs `cmd` in the instance's own shell, in this process. `exit` never rejects. */
export const openShellSession = (machine: ShellMachine, options: ShellSessionOptions): ShellSession =>
  options.tty ? openTerminal(machine, options) : openPipe(machine, options)

function openPipe(machine: ShellMachine, { cmd, apart }: ShellSessionOptions): ShellSession {
  const stop = new AbortController()
  const stdin = new PassThrough()
  const stream = new SessionStream({
    input: (chunk) => (stdin.destroyed || stdin.write(chunk) ? undefined : waitForDrain(stdin)),
    ended: () => stdin.end(),
    closed: () => stop.abort(hungUpExitCode),
  })
  const stderr = apart ? new PassThrough() : undefined
  stop.signal.addEventListener('abort', () => {
    stdin.destroy()
    stderr?.destroy()
  })
  const send = (data: string | Uint8Array) => stream.send(data)
  const err = stderr ? (text: string) => writeInput(stderr, text) : send
  const io: ShellIo = { out: send, err, input: readUntilClosed(stdin), terminal: false, signal: stop.signal }
  const shell = createShell({ machine, interpreter: shellInterpreter, size: undefined, history: [], interact: undefined })
  const exit = runSession(cmd, shell, io, stream, stop).finally(() => {
    stdin.destroy()
    stderr?.end()
  })
  return { stream, ...(stderr && { stderr }), resize: async () => {}, exit, kill: () => stop.abort(killedExitCode) }
}

function openTerminal(machine: ShellMachine, { cmd, cols, rows }: ShellSessionOptions): ShellSession {
  const stop = new AbortController()
  const size = { cols: clampSize(cols), rows: clampSize(rows) }
  const history: string[] = []
  let foreground = new AbortController()
  const stream = new SessionStream({
    input: (chunk) => terminal.input(chunk),
    ended: () => undefined, // a terminal has no end of input
    closed: () => stop.abort(hungUpExitCode),
  })
  const terminal = new LineTerminal({
    write: (text) => stream.echo(text.replaceAll('\n', '\r\n')),
    size,
    complete: (line) => completeLine(line, front),
    interrupt: () => foreground.abort(),
  })
  stop.signal.addEventListener('abort', () => terminal.close())
  const send = (data: string | Uint8Array) => stream.send(Buffer.from(data).toString().replaceAll('\n', '\r\n'))
  const io: ShellIo = { out: send, err: send, input: readTypedLines(terminal), terminal: true, signal: stop.signal }
  const shell = createShell({
    machine,
    interpreter: shellInterpreter,
    size,
    history,
    interact: (own, { signal }) => {
      const outer = front
      front = own
      const watch = (command: AbortController) => {
        foreground = command
      }
      return runInteractiveShell(terminal, own, history, { ...io, signal }, watch).finally(() => {
        front = outer
      })
    },
  })
  let front: ShellState = shell
  const exit = stream
    .send('这是模拟实例：命令由平台内置的模拟终端执行，没有真实的 GPU。输入 help 查看可用命令。\r\n')
    .then(() => runSession(cmd, shell, { ...io, signal: AbortSignal.any([stop.signal, foreground.signal]) }, stream, stop))
    .finally(() => terminal.close())
  const resize = async (newCols: number, newRows: number) => {
    size.cols = clampSize(newCols)
    size.rows = clampSize(newRows)
    terminal.redraw()
  }
  return { stream, resize, exit, kill: () => stop.abort(killedExitCode) }
}

async function runSession(
  cmd: readonly string[],
  shell: ShellState,
  io: ShellIo,
  stream: SessionStream,
  stop: AbortController,
): Promise<number> {
  await setImmediate() // the caller must get its stream before the first output can end it
  const code = await shell.interpreter.argv(cmd, shell, io).catch(() => 1)
  stream.finish()
  return stop.signal.aborted ? (stop.signal.reason as number) : code
}

const clampSize = (size: number) => Math.max(2, Math.min(1000, Math.trunc(size) || 2))

const writeInput = async (to: PassThrough, text: string) => {
  if (!to.destroyed && !to.writableEnded && !to.write(text)) await waitForDrain(to)
}

const waitForDrain = (stdin: PassThrough) =>
  new Promise<void>((resolve) => {
    const done = () => {
      stdin.off('drain', done).off('close', done)
      resolve()
    }
    stdin.on('drain', done).on('close', done)
  })

async function* readUntilClosed(stdin: PassThrough): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stdin) yield chunk as Uint8Array
  } catch {
    return // a hang-up looks like end of input to the reader
  }
}

async function* readTypedLines(terminal: LineTerminal): AsyncGenerator<Uint8Array> {
  for (;;) {
    const typed = await terminal.readLine('')
    if (typeof typed === 'string') return
    yield Buffer.from(`${typed.line}\n`)
  }
}
