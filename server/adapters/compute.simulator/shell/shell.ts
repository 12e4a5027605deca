import type { SimulatedDisk } from '#server/adapters/compute.simulator/disk/disk.ts'
import type { PortListener } from '#server/adapters/compute.simulator/net/listeners.ts'
import type { SimulatedImage } from '#server/adapters/compute.simulator/settings.ts'
import type { SimulatedLoad } from '#server/adapters/compute.simulator/usage.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'

/** Usage of a mounted folder or of its file system. */
export interface MountUse {
  target: string
  total_bytes: number
  used_bytes: number
  free_bytes: number
}

/** The instance as its shell sees it. */
export interface ShellMachine {
  spec: InstanceSpec
  /** The catalogue image that its own one is or stems from; undefined if it is in no catalogue. */
  image: SimulatedImage | undefined
  disk: SimulatedDisk
  clock: Clock
  started_at: Date
  /** Returns the current load. */
  sample(): SimulatedLoad
  /** Returns the bytes really used by both disks and by the mounts. */
  disk_use(): Promise<{ system_bytes: number; data_bytes: number; mounts: MountUse[] }>
  /** Listeners of the instance. `open` and `close` return false if they failed. */
  ports: {
    list(): Promise<PortListener[]>
    open(port: number, folder: string): Promise<boolean>
    close(port: number): Promise<boolean>
  }
  /** Writes lines to the instance's console, each with a timestamp. */
  console(texts: readonly string[]): Promise<void>
}

/** Runs commands; a field of the shell, so that commands can run other commands. */
export interface ShellInterpreter {
  script(source: string, shell: ShellState, io: ShellIo): Promise<number>
  argv(argv: readonly string[], shell: ShellState, io: ShellIo): Promise<number>
  /** Returns the command, or the exit code if it cannot be run. */
  find(name: string, shell: ShellState): Promise<ShellCommand | 126 | 127>
  names(shell: ShellState): string[]
}

/** State of one shell; a child shell gets a copy. */
export interface ShellState {
  readonly machine: ShellMachine
  readonly interpreter: ShellInterpreter
  /** Terminal size, shared by all shells of a session; undefined without a terminal. */
  readonly size: { cols: number; rows: number } | undefined
  readonly history: readonly string[]
  readonly depth: number
  /** Commands that this line or script may still run, including child shells; stops scripts that call themselves endlessly. */
  readonly budget: { left: number }
  cwd: string
  variables: Map<string, string>
  status: number
  /** Set when the shell is asked to exit. */
  exit_code: number | undefined
  /** Reads and runs lines from the terminal until the shell ends; absent without a terminal. */
  interact: ((shell: ShellState, io: ShellIo) => Promise<number>) | undefined
}

export interface ShellIo {
  out(data: string | Uint8Array): Promise<void>
  err(data: string): Promise<void>
  input: AsyncIterable<Uint8Array>
  /** True if `out` is a terminal. */
  terminal: boolean
  /** Aborts on Ctrl-C, hang-up and when the instance stops. */
  signal: AbortSignal
}

/**
 * Runs a command (arguments exclude its name) and returns its exit code. A thrown `DiskError` is printed as `name: message`,
 * exit code 1.
 */
export type ShellCommand = (args: readonly string[], shell: ShellState, io: ShellIo) => Promise<number> | number

export const homeFolder = '/root'
/** Maximum number of commands per line or script. */
export const maxShellCommands = 2000

/** Creates a login shell of root in its home folder. */
export function createShell(given: Pick<ShellState, 'machine' | 'interpreter' | 'size' | 'history' | 'interact'>): ShellState {
  const { machine, size } = given
  const variables = new Map([
    ['HOME', homeFolder],
    ['HOSTNAME', machine.spec.hostname],
    ['LANG', 'zh_CN.UTF-8'],
    ['LOGNAME', 'root'],
    ['PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
    ['PWD', homeFolder],
    ['SHELL', '/bin/bash'],
    ['USER', 'root'],
    ...(size ? [['TERM', 'xterm-256color'] as const] : []),
  ])
  return { ...given, depth: 0, budget: { left: maxShellCommands }, cwd: homeFolder, variables, status: 0, exit_code: undefined }
}

export const createChildShell = (shell: ShellState): ShellState => ({
  ...shell,
  depth: shell.depth + 1,
  variables: new Map(shell.variables),
  exit_code: undefined,
})

const maxVariables = 200

/** Sets a variable; new ones above `maxVariables` are dropped. */
export function setShellVariable(shell: ShellState, name: string, value: string): void {
  if (shell.variables.size < maxVariables || shell.variables.has(name)) shell.variables.set(name, value)
}
