import { command_budget, home, type Io, type Shell } from './shell.ts'
import type { Terminal } from './terminal/terminal.ts'

const interrupted = 130

/**
 * Prompts, reads and runs until `exit`, Ctrl-D or hang-up; gives the exit code.
 * `foreground` hears which controller Ctrl-C must abort.
 */
export async function interact(
  terminal: Terminal,
  shell: Shell,
  history: string[],
  io: Io,
  foreground: (command: AbortController) => void,
): Promise<number> {
  while (shell.exit_code === undefined && !io.signal.aborted) {
    const typed = await terminal.readLine(prompt(shell), history)
    if (typed === 'ended') break
    if (typed === 'interrupted') {
      shell.status = interrupted
      continue
    }
    const command = new AbortController()
    foreground(command)
    shell.budget.left = command_budget
    shell.status = await shell.interpreter.script(typed.line, shell, {
      ...io,
      signal: AbortSignal.any([io.signal, command.signal]),
    })
    if (command.signal.aborted) await io.out('\n')
    await report(typed.line, shell)
  }
  return shell.exit_code ?? shell.status
}

function prompt({ cwd, machine }: Shell): string {
  const shown = `${cwd}/`.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd
  return `root@${machine.spec.hostname}:${shown.replace(/\p{Cc}/gu, '?')}# `
}

/** Tells the console which program ran, not its arguments: those may hold secrets. */
async function report(line: string, { machine, status }: Shell): Promise<void> {
  const name = /^\s*([\w./-]{1,64})(?=\s|$)/.exec(line)?.[1]
  if (name) await machine.console([`终端执行 ${name}，退出码 ${status}`])
}
