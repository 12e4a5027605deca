import type { Deps } from '#server/deps.ts'
import { toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { ExecOptions } from '#server/ports/compute.ts'

const execBashIfPresent = 'if command -v bash >/dev/null 2>&1; then exec bash'
/** One word to a shell, whatever is in it. */
export const quoteShellWord = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** bash where the image has it. */
export const loginShellCommand = ['/bin/sh', '-c', `${execBashIfPresent} -l; else exec sh -l; fi`]

/** Runs a command line as sshd does: by the person's shell, in the home folder. */
export const buildShellCommand = (line: string) => [
  '/bin/sh',
  '-c',
  `cd ~ 2>/dev/null; ${execBashIfPresent} -c ${quoteShellWord(line)}; else exec sh -c ${quoteShellWord(line)}; fi`,
]

/** Programs and ports of an instance, by its row. */
export const createInstanceConnector = (
  deps: Pick<Deps, 'compute' | 'installation_id'>,
  row: Pick<InstanceRow, 'id' | 'generation'> & { boot?: number },
) => ({
  /** Differs between runs: what was opened in one is no good in the next. */
  run: `${row.generation}.${row.boot ?? 0}`,
  exec: (options: ExecOptions) => deps.compute.exec(toInstanceRef(deps, row), options),
  dial: (port: number, signal?: AbortSignal) => deps.compute.dial(toInstanceRef(deps, row), port, signal),
})
export type InstanceConnector = ReturnType<typeof createInstanceConnector>
