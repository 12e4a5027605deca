import { homeFolder, maxShellCommands, type ShellIo, type ShellState } from './shell.ts'
import type { LineTerminal } from './terminal/terminal.ts'

const interruptedExitCode = 130

/**
 * Prompts, reads and runs lines until `exit`, Ctrl-D or hang-up; returns the exit code. `foreground` receives the controller
 * that Ctrl-C must abort.
 */
export async function runInteractiveShell(
  terminal: LineTerminal,
  shell: ShellState,
  history: string[],
  io: ShellIo,
  foreground: (command: AbortController) => void,
): Promise<number> {
  while (shell.exit_code === undefined && !io.signal.aborted) {
    const typed = await terminal.readLine(formatPrompt(shell), history)
    if (typed === 'ended') break
    if (typed === 'interrupted') {
      shell.status = interruptedExitCode
      continue
    }
    const command = new AbortController()
    foreground(command)
    shell.budget.left = maxShellCommands
    shell.status = await shell.interpreter.script(typed.line, shell, {
      ...io,
      signal: AbortSignal.any([io.signal, command.signal]),
    })
    if (command.signal.aborted) await io.out('\n')
    await logProgram(typed.line, shell)
  }
  return shell.exit_code ?? shell.status
}

function formatPrompt({ cwd, machine }: ShellState): string {
  const shown = `${cwd}/`.startsWith(`${homeFolder}/`) ? `~${cwd.slice(homeFolder.length)}` : cwd
  return `root@${machine.spec.hostname}:${shown.replace(/\p{Cc}/gu, '?')}# `
}

/** Logs to the console which program ran, without its arguments, which may contain secrets. */
async function logProgram(line: string, { machine, status }: ShellState): Promise<void> {
  const name = /^\s*([\w./-]{1,64})(?=\s|$)/.exec(line)?.[1]
  if (name) await machine.console([`终端执行 ${name}，退出码 ${status}`])
}
