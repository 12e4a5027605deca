import type { Deps } from '#server/deps.ts'
import { refOf } from '#server/domains/rentals/instances/instance-spec.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { ExecOptions } from '#server/ports/compute.ts'

const find_bash = 'if command -v bash >/dev/null 2>&1; then exec bash'
/** One word to a shell, whatever is in it. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** bash where the image has it. */
export const login_shell = ['/bin/sh', '-c', `${find_bash} -l; else exec sh -l; fi`]

/** Runs a command line as sshd does: by the person's shell, in the home folder. */
export const commandLine = (line: string) => [
  '/bin/sh',
  '-c',
  `cd ~ 2>/dev/null; ${find_bash} -c ${quoted(line)}; else exec sh -c ${quoted(line)}; fi`,
]

/** Programs and ports of an instance, by its row. */
export const inside = (
  deps: Pick<Deps, 'compute' | 'installation_id'>,
  row: Pick<InstanceRow, 'id' | 'generation'> & { boot?: number },
) => ({
  /** Differs between runs: what was opened in one is no good in the next. */
  run: `${row.generation}.${row.boot ?? 0}`,
  exec: (options: ExecOptions) => deps.compute.exec(refOf(deps, row), options),
  dial: (port: number, signal?: AbortSignal) => deps.compute.dial(refOf(deps, row), port, signal),
})
export type Inside = ReturnType<typeof inside>
