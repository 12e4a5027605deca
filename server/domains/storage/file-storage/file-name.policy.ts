import { limits } from '#contract/limits.ts'

export const parseEntryName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const joinEntryPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** Returns the length of the name before its extension; the full length if there is none, as in `.bashrc`. */
const computeStemLength = (name: string): number => {
  const ending = /(\.tar)?\.[A-Za-z0-9]{1,8}$/.exec(name)
  return ending && ending.index > 0 ? ending.index : name.length
}

/** Builds the n-th alternative for `报告.pdf`: `报告 (2).pdf`; shortens the stem by whole characters if it gets too long. */
export function buildAlternativeName(name: string, n: number, kind: 'file' | 'folder'): string {
  const stemLength = kind === 'folder' ? name.length : computeStemLength(name)
  const ending = ` (${n})${name.slice(stemLength)}`
  let stem = [...name.slice(0, stemLength)]
  while (Buffer.byteLength(stem.join('') + ending) > limits.fileNameMaxBytes) stem = stem.slice(0, -1)
  return stem.join('') + ending
}
