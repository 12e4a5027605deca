import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { homeFolder, type ShellState } from '#server/adapters/compute.simulator/shell/shell.ts'

const maxChoices = 100
const specialCharacters = /[\s'"\\$`&|;<>()*?#~]/g

/** Completes the last word of `line`: a command at the start, otherwise a path. `choices` are for display. */
export async function completeLine(line: string, shell: ShellState): Promise<{ insert: string; choices: string[] }> {
  const word = /(?:[^\s\\;&|<>]|\\.)*$/.exec(line)?.[0] ?? ''
  const typed = word.replace(/\\(.)/g, '$1')
  const first = /(?:^|[;&|])\s*$/.test(line.slice(0, line.length - word.length))
  const names =
    first && !typed.includes('/')
      ? shell.interpreter.names(shell).map((name) => ({ name, ending: ' ' }))
      : await listPaths(typed, shell)
  const begun = first && !typed.includes('/') ? typed : typed.slice(typed.lastIndexOf('/') + 1)
  const fitting = names.filter(({ name }) => name.startsWith(begun))
  const choices = fitting.map(({ name, ending }) => name + ending.trim()).slice(0, maxChoices)
  const shared = computeSharedPrefix(fitting.map(({ name }) => name)).slice(begun.length)
  const ending = fitting.length === 1 ? fitting[0]!.ending : ''
  return { insert: shared.replace(specialCharacters, '\\$&') + ending, choices }
}

async function listPaths(typed: string, shell: ShellState): Promise<{ name: string; ending: string }[]> {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1)
  try {
    const path = toAbsolutePath(shell.cwd, folder.replace(/^~(?=\/)/, homeFolder) || '.')
    const entries = await shell.machine.disk.list(path)
    const hidden = typed.slice(folder.length).startsWith('.')
    return entries
      .filter(({ name }) => hidden || !name.startsWith('.'))
      .map(({ name, directory }) => ({ name, ending: directory ? '/' : ' ' }))
      .filter(({ name }) => !/\p{Cc}/u.test(name))
  } catch {
    return [] // no such folder: nothing to offer
  }
}

function computeSharedPrefix(names: readonly string[]): string {
  const [first = '', ...others] = names
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  const cut = first.slice(0, length)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
