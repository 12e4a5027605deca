import type { Deps } from '#server/deps.ts'
import { toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { ExecOptions } from '#server/ports/compute.ts'

const execBashIfPresent = 'if command -v bash >/dev/null 2>&1; then exec bash'
/** Quotes any text as one shell word. */
export const quoteShellWord = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Starts bash if the image has it, otherwise sh. */
export const loginShellCommand = ['/bin/sh', '-c', `${execBashIfPresent} -l; else exec sh -l; fi`]

/** Builds a command that runs a command line as sshd does: with the user's shell, in the home directory. */
export const buildShellCommand = (line: string) => [
  '/bin/sh',
  '-c',
  `cd ~ 2>/dev/null; ${execBashIfPresent} -c ${quoteShellWord(line)}; else exec sh -c ${quoteShellWord(line)}; fi`,
]

/** Creates a connector to the programs and ports of an instance. */
export const createInstanceConnector = (
  deps: Pick<Deps, 'compute' | 'installation_id'>,
  row: Pick<InstanceRow, 'id' | 'generation' | 'host_id'> & { boot?: number },
) => ({
  /** Identifies the run; a connection opened in one run is useless in the next. */
  run: `${row.generation}.${row.boot ?? 0}`,
  exec: (options: ExecOptions) => deps.compute.exec(toInstanceRef(deps, row), options),
  dial: (port: number, signal?: AbortSignal) => deps.compute.dial(toInstanceRef(deps, row), port, signal),
})
export type InstanceConnector = ReturnType<typeof createInstanceConnector>
