import { hashInputs, isBuiltFrom, serverBuild } from '../../scripts/inputs.ts'

let found: readonly string[] | undefined

/**
 * The arguments with which Node, in this folder, runs the server: its bundle if it is built from these sources, as `npm test` has it,
 * which starts in a fraction of the time; else the sources.
 */
export function findServerProgram(): readonly string[] {
  found ??= isBuiltFrom(serverBuild.stamp, hashInputs(serverBuild.inputs))
    ? ['dist/server/main.mjs']
    : ['--import', 'tsx', 'server/main.ts']
  return found
}
