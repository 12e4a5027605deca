import { randomUUID } from 'node:crypto'
import { type Duplex, PassThrough } from 'node:stream'
import type { Exec } from 'dockerode'
import { buildTerminalEnvironment, wrapInTerminal } from '#server/adapters/compute.shared/terminal-command.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ExecOptions, ExecSession } from '#server/ports/compute.ts'
import type { OurContainer } from './containers.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { ExecStream } from './exec-stream.ts'
import { hangUpSession } from './hang-up.ts'

const createdStatus = 201
const lostExitCode = 255
const exitPolls = 50
const exitPollMs = 20

/** Starts `cmd` in a running container. A terminal's shell receives a hang-up when our side of the stream closes. */
export async function openExec(
  engine: DockerEngine,
  clock: Clock,
  { info }: OurContainer,
  options: ExecOptions,
): Promise<ExecSession> {
  const tty = options.tty ?? false
  const session = randomUUID()
  const Env = tty ? buildTerminalEnvironment(info.Config.Env ?? [], session) : []
  const size = tty && options.cols && options.rows ? { cols: options.cols, rows: options.rows } : undefined
  const Cmd = size ? wrapInTerminal(size, options.cmd) : options.cmd
  const ConsoleSize: [number, number] | undefined = size && [size.rows, size.cols]
  const { exec, raw } = await startExec(engine, info.Id, { Cmd, Tty: tty, Env, ...(ConsoleSize && { ConsoleSize }) })
  const stderr = options.apart && !tty ? new PassThrough() : undefined
  const stream = new ExecStream(raw, tty, stderr)
  const close = () => raw.destroy()
  engine.closed.addEventListener('abort', close, { once: true })
  let byItself = false
  // a connection by SSH that we close ends, too
  raw.once('end', () => {
    byItself = !stream.destroyed
  })
  const ended = new Promise<void>((resolve) => raw.once('close', resolve)).then(() => {
    engine.closed.removeEventListener('abort', close)
    return tty && !byItself ? hangUpSession(engine, info.Id, session, 'terminal') : undefined
  })
  const resize = (cols: number, rows: number) => resizeExec(engine, clock, exec, cols, rows)
  if (size) await resize(size.cols, size.rows).catch(() => undefined)
  return { stream, ...(stderr && { stderr }), resize, exit: ended.then(() => waitForExitCode(engine, clock, exec)) }
}

/** Starts a program in a container; returns it with its raw connection. */
export async function startExec(
  engine: DockerEngine,
  container: string,
  given: { Cmd: string[]; Tty: boolean; Env: string[]; ConsoleSize?: [rows: number, cols: number] },
): Promise<{ exec: Exec; raw: Duplex }> {
  const attached = { AttachStdin: true, AttachStdout: true, AttachStderr: true }
  const exec = await engine.call((docker) => docker.getContainer(container).exec({ ...attached, ...given }))
  return { exec, raw: await engine.call(() => exec.start({ hijack: true, stdin: true, Tty: given.Tty })) }
}

/**
 * Resizes the terminal. Podman answers 201, which dockerode treats as an error; retries once, since a new program may not
 * have its terminal yet.
 */
async function resizeExec(engine: DockerEngine, clock: Clock, exec: Exec, w: number, h: number): Promise<void> {
  const resize = () =>
    ignoreStatuses(
      [createdStatus],
      engine.call(() => exec.resize({ w, h })),
    )
  await resize().catch(async () => {
    await clock.sleep(exitPollMs)
    await resize()
  })
}

/** Waits for the exit code; 255 if the engine no longer knows it. */
export async function waitForExitCode(engine: DockerEngine, clock: Clock, exec: Exec): Promise<number> {
  for (let poll = 0; poll < exitPolls; poll += 1) {
    const info = await engine.call((_, abortSignal) => exec.inspect({ abortSignal })).catch(() => undefined)
    if (!info) return lostExitCode
    if (!info.Running && info.ExitCode !== null) return info.ExitCode
    await clock.sleep(exitPollMs)
  }
  return lostExitCode
}
