import type { SimulatedDisk } from '#server/adapters/compute.simulator/disk/disk.ts'
import type { PortListener } from '#server/adapters/compute.simulator/net/listeners.ts'
import type { SimulatedLoad } from '#server/adapters/compute.simulator/usage.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'

/** A mounted folder and the file system it lies on. */
export interface MountUse {
  target: string
  total_bytes: number
  used_bytes: number
  free_bytes: number
}

/** The instance as its shell sees it. */
export interface ShellMachine {
  spec: InstanceSpec
  disk: SimulatedDisk
  clock: Clock
  started_at: Date
  /** Load at this moment. */
  sample(): SimulatedLoad
  /** Bytes really used, both disks, and what is mounted beside them. */
  disk_use(): Promise<{ system_bytes: number; data_bytes: number; mounts: MountUse[] }>
  /** What listens in it. `open` and `close` say whether they could. */
  ports: {
    list(): Promise<PortListener[]>
    open(port: number, folder: string): Promise<boolean>
    close(port: number): Promise<boolean>
  }
  /** Writes lines to the instance's console, with the time before each. */
  console(texts: readonly string[]): Promise<void>
}

/** What runs commands; a field of the shell so that commands may run commands. */
export interface ShellInterpreter {
  script(source: string, shell: ShellState, io: ShellIo): Promise<number>
  argv(argv: readonly string[], shell: ShellState, io: ShellIo): Promise<number>
  /** The command, or the exit code of not having it. */
  find(name: string, shell: ShellState): Promise<ShellCommand | 126 | 127>
  names(shell: ShellState): string[]
}

/** The state of one shell; a child shell gets a copy. */
export interface ShellState {
  readonly machine: ShellMachine
  readonly interpreter: ShellInterpreter
  /** Terminal size, shared by all shells of a session; undefined without a terminal. */
  readonly size: { cols: number; rows: number } | undefined
  readonly history: readonly string[]
  readonly depth: number
  /** Commands this line or script may still run, child shells included: a script that calls itself twice would never end. */
  readonly budget: { left: number }
  cwd: string
  variables: Map<string, string>
  status: number
  /** Set once the shell is asked to end. */
  exit_code: number | undefined
  /** Reads and runs lines from the terminal until it ends; absent without a terminal. */
  interact: ((shell: ShellState, io: ShellIo) => Promise<number>) | undefined
}

export interface ShellIo {
  out(data: string | Uint8Array): Promise<void>
  err(data: string): Promise<void>
  input: AsyncIterable<Uint8Array>
  /** Whether `out` is a terminal. */
  terminal: boolean
  /** Aborts on Ctrl-C, hang-up and when the instance stops. */
  signal: AbortSignal
}

/** A command without its name; gives its exit code. A DiskError it throws is printed as `name: message`, exit code 1. */
export type ShellCommand = (args: readonly string[], shell: ShellState, io: ShellIo) => Promise<number> | number

export const homeFolder = '/root'
/** Commands one line or one script may run. */
export const maxShellCommands = 2000

/** A login shell of root in its home. */
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

/** Sets a variable; beyond a sensible number, new ones are forgotten. */
export function setShellVariable(shell: ShellState, name: string, value: string): void {
  if (shell.variables.size < maxVariables || shell.variables.has(name)) shell.variables.set(name, value)
}
