import { limits } from '#contract/limits.ts'

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** What comes before the ending of a file name; all of it where there is none, as in `.bashrc`. */
const stemLength = (name: string): number => {
  const ending = /(\.tar)?\.[A-Za-z0-9]{1,8}$/.exec(name)
  return ending && ending.index > 0 ? ending.index : name.length
}

/** The n-th other name for `报告.pdf`: `报告 (2).pdf`, cut by whole characters where it grows too long. */
export function otherName(name: string, n: number, kind: 'file' | 'folder'): string {
  const stem_length = kind === 'folder' ? name.length : stemLength(name)
  const ending = ` (${n})${name.slice(stem_length)}`
  let stem = [...name.slice(0, stem_length)]
  while (Buffer.byteLength(stem.join('') + ending) > limits.file_name_max_bytes) stem = stem.slice(0, -1)
  return stem.join('') + ending
}
