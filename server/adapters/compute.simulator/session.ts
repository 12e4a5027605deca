import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ExecSession } from '#server/ports/compute.ts'
import { SessionStream } from './session-stream.ts'
import { interact } from './shell/interact.ts'
import { interpreter } from './shell/run.ts'
import { type Io, type Machine, newShell, type Shell } from './shell/shell.ts'
import { complete } from './shell/terminal/complete.ts'
import { Terminal } from './shell/terminal/terminal.ts'

export interface Session extends ExecSession {
  /** Ends it as a stopped instance ends its processes. */
  kill(): void
}

export interface SessionOptions {
  cmd: readonly string[]
  tty: boolean
  apart: boolean
  cols: number
  rows: number
}

const hung_up = 129
const killed = 137

/** Runs `cmd` in the instance's own shell, in this process. `exit` never rejects. */
export const openSession = (machine: Machine, options: SessionOptions): Session =>
  options.tty ? openTerminal(machine, options) : openPipe(machine, options)

function openPipe(machine: Machine, { cmd, apart }: SessionOptions): Session {
  const stop = new AbortController()
  const stdin = new PassThrough()
  const stream = new SessionStream({
    input: (chunk) => (stdin.destroyed || stdin.write(chunk) ? undefined : released(stdin)),
    ended: () => stdin.end(),
    closed: () => stop.abort(hung_up),
  })
  const stderr = apart ? new PassThrough() : undefined
  stop.signal.addEventListener('abort', () => {
    stdin.destroy()
    stderr?.destroy()
  })
  const send = (data: string | Uint8Array) => stream.send(data)
  const err = stderr ? (text: string) => written(stderr, text) : send
  const io: Io = { out: send, err, input: untilClosed(stdin), terminal: false, signal: stop.signal }
  const shell = newShell({ machine, interpreter, size: undefined, history: [], interact: undefined })
  const exit = run(cmd, shell, io, stream, stop).finally(() => {
    stdin.destroy()
    stderr?.end()
  })
  return { stream, ...(stderr && { stderr }), resize: async () => {}, exit, kill: () => stop.abort(killed) }
}

function openTerminal(machine: Machine, { cmd, cols, rows }: SessionOptions): Session {
  const stop = new AbortController()
  const size = { cols: within(cols), rows: within(rows) }
  const history: string[] = []
  let foreground = new AbortController()
  const stream = new SessionStream({
    input: (chunk) => terminal.input(chunk),
    ended: () => undefined, // a terminal has no end of input
    closed: () => stop.abort(hung_up),
  })
  const terminal = new Terminal({
    write: (text) => stream.echo(text.replaceAll('\n', '\r\n')),
    size,
    complete: (line) => complete(line, front),
    interrupt: () => foreground.abort(),
  })
  stop.signal.addEventListener('abort', () => terminal.close())
  const send = (data: string | Uint8Array) => stream.send(Buffer.from(data).toString().replaceAll('\n', '\r\n'))
  const io: Io = { out: send, err: send, input: typedLines(terminal), terminal: true, signal: stop.signal }
  const shell = newShell({
    machine,
    interpreter,
    size,
    history,
    interact: (own, { signal }) => {
      const outer = front
      front = own
      const watch = (command: AbortController) => {
        foreground = command
      }
      return interact(terminal, own, history, { ...io, signal }, watch).finally(() => {
        front = outer
      })
    },
  })
  let front: Shell = shell
  const exit = stream
    .send('这是模拟实例：命令由平台内置的模拟终端执行，没有真实的 GPU。输入 help 查看可用命令。\r\n')
    .then(() => run(cmd, shell, { ...io, signal: AbortSignal.any([stop.signal, foreground.signal]) }, stream, stop))
    .finally(() => terminal.close())
  const resize = async (new_cols: number, new_rows: number) => {
    size.cols = within(new_cols)
    size.rows = within(new_rows)
    terminal.redraw()
  }
  return { stream, resize, exit, kill: () => stop.abort(killed) }
}

async function run(cmd: readonly string[], shell: Shell, io: Io, stream: SessionStream, stop: AbortController): Promise<number> {
  await setImmediate() // the caller gets its stream before the first output can end it
  const code = await shell.interpreter.argv(cmd, shell, io).catch(() => 1)
  stream.finish()
  return stop.signal.aborted ? (stop.signal.reason as number) : code
}

const within = (size: number) => Math.max(2, Math.min(1000, Math.trunc(size) || 2))

const written = async (to: PassThrough, text: string) => {
  if (!to.destroyed && !to.writableEnded && !to.write(text)) await released(to)
}

const released = (stdin: PassThrough) =>
  new Promise<void>((resolve) => {
    const done = () => {
      stdin.off('drain', done).off('close', done)
      resolve()
    }
    stdin.on('drain', done).on('close', done)
  })

async function* untilClosed(stdin: PassThrough): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stdin) yield chunk as Uint8Array
  } catch {
    return // hung up: the same as an end to whoever reads
  }
}

async function* typedLines(terminal: Terminal): AsyncGenerator<Uint8Array> {
  for (;;) {
    const typed = await terminal.readLine('')
    if (typeof typed === 'string') return
    yield Buffer.from(`${typed.line}\n`)
  }
}
