import { hashInputs, isBuiltFrom, serverBuild, serverPrograms } from '../../scripts/inputs.ts'

let isBuilt: boolean | undefined

/**
 * The arguments with which Node, in this folder, runs the server or a program beside it: its bundle if it is built from these sources,
 * as `npm test` has it, which starts in a fraction of the time; else the sources.
 */
export function findServerProgram(name: 'main' | keyof typeof serverPrograms = 'main'): readonly string[] {
  isBuilt ??= isBuiltFrom(serverBuild.stamp, hashInputs(serverBuild.inputs))
  if (isBuilt) return [`dist/server/${name}.mjs`]
  return ['--import', 'tsx', name === 'main' ? 'server/main.ts' : serverPrograms[name]]
}
