import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { buildHangUpCommand, type HangUpTarget, sessionVariable } from '#server/adapters/compute.shared/hang-up-scripts.ts'
import { buildTerminalEnvironment, wrapInTerminal } from '#server/adapters/compute.shared/terminal-command.ts'
import type { ExecOptions, ExecSession } from '#server/ports/compute.ts'
import { DriverError, DriverUnavailable, UnsupportedOperation } from '#server/ports/driver-errors.ts'
import { ChannelStream, findNotRunnableCode, lostExitCode } from './channel-stream.ts'
import type { ClusterClient } from './cluster-client.ts'
import { clusterStatusOf } from './cluster-errors.ts'
import { buildObjectPath, mainContainer } from './names.ts'
import type { ClusterPod } from './objects.ts'

const hangUpLimitMs = 10_000

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a shell's own syntax
/** A cluster takes no environment for an exec: these set it from arguments. A locale that the image has wins. */
const sessionScripts = {
  plain: 'export "$1"; shift; exec "$@"',
  terminal: 'export "$1" "$2"; [ "${LANG+x}${LC_ALL+x}${LC_CTYPE+x}" ] || export "$3"; shift 3; exec "$@"',
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: same

interface PodProgram {
  cmd: readonly string[]
  tty?: boolean
  /** False for a program that reads nothing. */
  stdin?: boolean
  /** Where stderr goes instead of the stream. */
  apart?: PassThrough | undefined
  /** Who is ended if the connection closes before the program has; it then needs a shell in the image. */
  hang_up?: HangUpTarget
}

/** A program that runs. `code`: its exit code, undefined if the cluster did not tell it; then those of `hang_up` are ended. */
interface RunningProgram {
  stream: ChannelStream
  code: Promise<number | undefined>
}

/** Starts `cmd` in a running pod. A terminal's shell receives a hang-up when our side of the stream closes. */
export async function openPodExec(
  { client }: { client: ClusterClient },
  pod: ClusterPod,
  options: ExecOptions,
): Promise<ExecSession> {
  const tty = options.tty ?? false
  const size = tty && options.cols && options.rows ? { cols: options.cols, rows: options.rows } : undefined
  const cmd = size ? wrapInTerminal(size, options.cmd) : options.cmd
  const apart = options.apart && !tty ? new PassThrough() : undefined
  const { stream, code } = await startInPod(client, pod, { cmd, tty, apart, ...(tty && { hang_up: 'terminal' }) })
  const resize = async (cols: number, rows: number) => stream.resize(cols, rows)
  if (size) await resize(size.cols, size.rows)
  return { stream, ...(apart && { stderr: apart }), resize, exit: code.then((told) => told ?? lostExitCode) }
}

/**
 * Starts a program in the main container of a pod. `signal` aborts only the starting. Throws `UnsupportedOperation` if the
 * cluster refuses because there is no such program.
 */
export async function startInPod(
  client: ClusterClient,
  pod: ClusterPod,
  program: PodProgram,
  signal?: AbortSignal,
): Promise<RunningProgram> {
  const starting = connectProgram(client, pod, program)
  const started = await (signal ? Promise.race([starting, waitForAbort(signal)]) : starting)
  if (started) return started
  starting.then(
    ({ stream }) => stream.destroy(),
    () => undefined,
  )
  throw new DriverUnavailable('call was cancelled')
}

async function connectProgram(client: ClusterClient, pod: ClusterPod, program: PodProgram): Promise<RunningProgram> {
  const { tty = false, stdin = true, apart, hang_up: who } = program
  const session = randomUUID()
  const cmd = who ? wrapInSession(program.cmd, session, tty) : program.cmd
  const asked = new URLSearchParams({ container: mainContainer, stdout: '1', ...(stdin && { stdin: '1' }) })
  asked.set(tty ? 'tty' : 'stderr', '1') // a terminal has one output
  for (const word of cmd) asked.append('command', word)
  const path = `${buildObjectPath(client.namespace, 'pods', pod.metadata.name)}/exec?${asked}`
  const socket = await client.connect(path).catch((error: unknown) => {
    throw toProgramError(error)
  })
  const stream = new ChannelStream(socket, { tty, apart })
  const code = stream.code.then(async (told) => {
    if (told === undefined && who) await hangUpInPod(client, pod, session, who)
    return told
  })
  return { stream, code }
}

function wrapInSession(cmd: readonly string[], session: string, tty: boolean): string[] {
  const environment = tty ? buildTerminalEnvironment([], session) : [`${sessionVariable}=${session}`]
  return ['sh', '-c', sessionScripts[tty ? 'terminal' : 'plain'], 'sh', ...environment, ...cmd]
}

/** Some clusters refuse an exec with what their runtime says, others report it as a program that ended. */
function toProgramError(error: unknown): unknown {
  const isRuntimes = error instanceof DriverError && (clusterStatusOf(error) ?? 0) >= 500
  if (!isRuntimes || findNotRunnableCode(error.message) === undefined) return error
  return new UnsupportedOperation('no such program in there', { cause: error })
}

/** Ends the programs of a session. */
async function hangUpInPod(client: ClusterClient, pod: ClusterPod, session: string, who: HangUpTarget): Promise<void> {
  const late = AbortSignal.timeout(hangUpLimitMs)
  try {
    const { stream, code } = await startInPod(client, pod, { cmd: buildHangUpCommand(session, who), stdin: false }, late)
    stream.resume()
    await Promise.race([code, waitForAbort(late)])
    stream.destroy()
  } catch {
    return // the instance is gone, and the program with it
  }
}

/** Resolves when `signal` aborts. */
export const waitForAbort = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
